//! What the checks of this suite are worth: each kind of operation with a fault, which has to be noticed.
