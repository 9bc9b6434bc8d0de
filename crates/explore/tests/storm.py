# Asks Storm, whose translation of formulas is Spot's, which states of graphs have a run that satisfies
# a formula. A graph is a Markov decision process in which each action has one successor: the greatest
# probability of the formula is 1 if there is such a run, and 0 if there is none.
#
# In: a list with one line for each model: its file, the states that are asked for, the formula.
# Out: a line for each model: 0 or 1 for each of these states.
import sys

import stormpy

for line in open(sys.argv[1]):
    path, states, formula = line.rstrip("\n").split("\t")
    model = stormpy.build_model_from_drn(path)
    question = stormpy.parse_properties("Pmax=? [ " + formula + " ]")[0]
    result = stormpy.model_checking(model, question)
    value = result.get_value if hasattr(result, "get_value") else result.at
    answers = []
    for state in states.split(","):
        probability = float(value(int(state)))
        assert probability < 0.001 or probability > 0.999, (line, probability)
        answers.append(str(round(probability)))
    print(" ".join(answers))
