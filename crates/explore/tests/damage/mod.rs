//! Damage to class files that gets past the first look: it keeps to the places where a class file
//! has indices, flags and instructions, so that much of what comes out is still loaded and run.

/// Numbers that follow from a seed.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below another.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }
}

/// Where things are in a class file.
#[derive(Default)]
struct Places {
    /// Entries of the constant pool: their number, their tag and where the tag is.
    constants: Vec<(u16, u8, usize)>,
    /// Two-byte access flags.
    flags: Vec<usize>,
    /// Two-byte indices of names, descriptors and classes outside of the constant pool.
    indices: Vec<usize>,
    /// Bytecode, first and after the last.
    code: Vec<(usize, usize)>,
    /// Two-byte numbers of exception tables, of stack and local limits, of lengths of tables.
    numbers: Vec<usize>,
}

/// A cursor that knows when the file has ended.
struct Cursor<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Cursor<'_> {
    fn number(&mut self, width: usize) -> Option<usize> {
        let bytes = self.bytes.get(self.at..self.at + width)?;
        self.at += width;
        Some(bytes.iter().fold(0, |sum, byte| sum << 8 | *byte as usize))
    }
}

/// Looks through a class file that a compiler has written.
fn places(bytes: &[u8]) -> Option<Places> {
    let mut places = Places::default();
    let mut at = Cursor { bytes, at: 8 };
    let count = at.number(2)?;
    let mut index = 1;
    while index < count {
        let place = at.at;
        let tag = at.number(1)? as u8;
        places.constants.push((index as u16, tag, place));
        let size = match tag {
            1 => at.number(2)?,
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            5 | 6 => 8,
            _ => 4,
        };
        at.at += size;
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    places.flags.push(at.at);
    places.indices.extend([at.at + 2, at.at + 4]);
    at.at += 6;
    for _ in 0..at.number(2)? {
        places.indices.push(at.at);
        at.at += 2;
    }
    for _ in 0..2 {
        for _ in 0..at.number(2)? {
            places.flags.push(at.at);
            places.indices.extend([at.at + 2, at.at + 4]);
            at.at += 6;
            attributes(&mut at, &mut places)?;
        }
    }
    attributes(&mut at, &mut places)?;
    Some(places)
}

fn attributes(at: &mut Cursor<'_>, places: &mut Places) -> Option<()> {
    for _ in 0..at.number(2)? {
        places.indices.push(at.at);
        let name = at.number(2)? as u16;
        let length = at.number(4)?;
        let after = at.at + length;
        let (_, _, place) = *places.constants.iter().find(|entry| entry.0 == name)?;
        if at.bytes.get(place + 3..place + 7) == Some(b"Code") && length > 12 {
            places.numbers.extend([at.at, at.at + 2]);
            at.at += 4;
            let size = at.number(4)?;
            places.code.push((at.at, at.at + size));
            at.at += size;
            for _ in 0..at.number(2)? {
                places.numbers.extend([at.at, at.at + 2, at.at + 4]);
                places.indices.push(at.at + 6);
                at.at += 8;
            }
            attributes(at, places)?;
        } else {
            // Tables of bootstrap methods, inner classes, records and so on are full of indices.
            places.indices.extend((at.at..after).step_by(2).take(64));
        }
        at.at = after;
    }
    Some(())
}

/// A damaged copy of a class file.
pub(crate) fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    let places = places(bytes).expect("a compiler has written it");
    for _ in 0..=random.below(3) {
        damage(&mut copy, &places, random);
    }
    copy
}

fn damage(copy: &mut Vec<u8>, places: &Places, random: &mut Random) {
    let constants = places.constants.len();
    match random.below(20) {
        // An instruction becomes another one, or another operand.
        0..=5 if !places.code.is_empty() => {
            let (first, after) = places.code[random.below(places.code.len())];
            let place = first + random.below(after - first);
            let byte = match random.below(4) {
                0 => random.below(0xca + 1) as u8,
                1 => copy.get(place).copied().unwrap_or(0).wrapping_add(1),
                2 => copy.get(place).copied().unwrap_or(0) ^ (1 << random.below(8)),
                _ => random.below(8) as u8,
            };
            put(copy, place, &[byte]);
        }
        // Code is exchanged with code from elsewhere in the class.
        6 | 7 if !places.code.is_empty() => {
            let (first, after) = places.code[random.below(places.code.len())];
            let (from, to) = places.code[random.below(places.code.len())];
            let length = 1 + random.below((after - first).min(to - from).min(12));
            let place = first + random.below(after - first - length + 1);
            let source = from + random.below(to - from - length + 1);
            let piece = copy.get(source..source + length).map(<[u8]>::to_vec);
            put(copy, place, &piece.unwrap_or_default());
        }
        // A constant refers to another one.
        8..=11 => {
            let (_, tag, place) = places.constants[random.below(constants)];
            let (other, ..) = places.constants[random.below(constants)];
            match tag {
                1 => {
                    let letter = b"();[/LIJVZ<>a$\x00\xff"[random.below(16)];
                    put(copy, place + 3 + random.below(6), &[letter]);
                }
                3..=6 => {
                    let byte = [0, 0xff, 0x80, 0x7f][random.below(4)];
                    put(copy, place + 1 + random.below(4), &[byte]);
                }
                15 => put(copy, place + 1, &[random.below(11) as u8]),
                _ => {
                    let second = if random.below(2) == 0 { 1 } else { 3 };
                    let second = if tag < 9 || tag == 16 { 1 } else { second };
                    put(copy, place + second, &other.to_be_bytes());
                }
            }
        }
        // It takes the place of one of the same kind, which is likely to make sense.
        12 | 13 => {
            let (_, tag, place) = places.constants[random.below(constants)];
            let alike: Vec<_> = (places.constants.iter())
                .filter(|other| other.1 == tag && tag != 1)
                .collect();
            if !alike.is_empty() {
                let (_, _, other) = *alike[random.below(alike.len())];
                let length = if matches!(tag, 5 | 6) { 9 } else { 3 };
                let piece = copy.get(other..other + length).map(<[u8]>::to_vec);
                put(copy, place, &piece.unwrap_or_default());
            }
        }
        14 | 15 => {
            let place = places.flags[random.below(places.flags.len())] + random.below(2);
            let byte = copy.get(place).copied().unwrap_or(0) ^ (1 << random.below(8));
            put(copy, place, &[byte]);
        }
        16 | 17 if !places.indices.is_empty() => {
            let (other, ..) = places.constants[random.below(constants)];
            let place = places.indices[random.below(places.indices.len())];
            put(copy, place, &other.to_be_bytes());
        }
        18 if !places.numbers.is_empty() => {
            let place = places.numbers[random.below(places.numbers.len())];
            put(copy, place + 1, &[random.below(40) as u8]);
        }
        _ => {
            let place = random.below(copy.len());
            if random.below(8) == 0 {
                copy.truncate(place);
            } else {
                put(copy, place, &[random.below(256) as u8]);
            }
        }
    }
}

fn put(copy: &mut [u8], place: usize, bytes: &[u8]) {
    if let Some(there) = copy.get_mut(place..place + bytes.len()) {
        there.copy_from_slice(bytes);
    }
}
