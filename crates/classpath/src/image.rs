//! Whether `lib/modules` is whole.
//!
//! The library that reads the image trusts what it says about itself. A file that was cut off or
//! damaged would make it look outside of the file, in the middle of a check; so all that it will
//! follow is followed here once, when the file is opened. That takes less than a millisecond.
//!
//! The image begins with a header of seven 32-bit numbers. Two tables of equal length follow, then
//! the attributes of the locations, the strings, and what the locations are of.

/// The numbers of the header.
const HEADER: usize = 28;

/// Attributes whose values are places in the strings: module, parent, base, extension.
const STRINGS: std::ops::RangeInclusive<u8> = 1..=4;
const OFFSET: usize = 5;
const COMPRESSED: usize = 6;
const UNCOMPRESSED: usize = 7;

/// What is wrong with an image, if anything is.
pub(crate) fn fault(bytes: &[u8]) -> Option<&'static str> {
    check(bytes).err()
}

fn check(bytes: &[u8]) -> Result<(), &'static str> {
    const CUT: &str = "it is cut off";
    const DAMAGED: &str = "it is damaged";
    let is_little = bytes.first() == Some(&0xda);
    let word = |place: usize| {
        let four = bytes.get(place..place + 4)?.try_into().ok()?;
        Some(match is_little {
            true => u32::from_le_bytes(four),
            false => u32::from_be_bytes(four),
        })
    };
    let size = |place: usize| word(place).map(|it| it as usize).ok_or(CUT);
    let (length, locations, strings) = (size(16)?, size(20)?, size(24)?);
    let first_location = HEADER + 8 * length;
    let first_string = first_location + locations;
    let first_content = first_string + strings;
    if first_content > bytes.len() {
        return Err(CUT);
    }
    // Hashes are taken modulo the length, and strings are looked through up to a zero.
    if length == 0 || i32::try_from(length).is_err() || bytes[..first_content].last() != Some(&0) {
        return Err(DAMAGED);
    }
    for index in 0..length {
        let redirect = word(HEADER + 4 * index).ok_or(CUT)? as i32;
        let offset = size(HEADER + 4 * length + 4 * index)?;
        let is_inside = redirect >= 0 || i64::from(redirect) >= -(length as i64);
        if !is_inside || offset >= locations {
            return Err(DAMAGED);
        }
    }
    let mut rest = &bytes[first_location..first_string];
    let mut values = [0_usize; 32];
    while let [head, after @ ..] = rest {
        let kind = head >> 3;
        let count = if kind == 0 {
            0
        } else {
            usize::from(head & 7) + 1
        };
        let (value, after) = after.split_at_checked(count).ok_or(DAMAGED)?;
        rest = after;
        let value = (value.iter()).fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
        let value = usize::try_from(value).map_err(|_| DAMAGED)?;
        if STRINGS.contains(&kind) && value >= strings {
            return Err(DAMAGED);
        }
        values[usize::from(kind)] = value;
        if kind == 0 {
            let size = match values[COMPRESSED] {
                0 => values[UNCOMPRESSED],
                size => size,
            };
            let end = values[OFFSET].checked_add(size).ok_or(DAMAGED)?;
            if end > bytes.len() - first_content {
                return Err(CUT);
            }
            values = [0; 32];
        }
    }
    // The last location must end, too.
    match values.iter().all(|value| *value == 0) {
        true => Ok(()),
        false => Err(DAMAGED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An image of one resource: `/m/p/b.e` with three bytes.
    fn image() -> Vec<u8> {
        let mut bytes = Vec::new();
        let strings = b"\0m\0p\0b\0e\0";
        let location = [8, 1, 16, 3, 24, 5, 32, 7, 56, 3, 0];
        let words = [
            0xcafe_dada,
            0x0001_0000,
            0,
            1,
            1,
            location.len() as u32,
            strings.len() as u32,
            -1_i32 as u32,
            0,
        ];
        for word in words {
            bytes.extend(u32::to_le_bytes(word));
        }
        bytes.extend(location);
        bytes.extend(strings);
        bytes.extend(b"abc");
        bytes
    }

    #[test]
    fn a_whole_image_is_right_and_every_shorter_one_is_not() {
        let whole = image();
        assert_eq!(fault(&whole), None);
        for length in 0..whole.len() {
            assert!(fault(&whole[..length]).is_some(), "{length}");
        }
    }

    /// Whatever passes is read without a panic.
    #[test]
    fn damage_is_seen_before_it_is_followed() {
        let whole = image();
        let directory = std::env::temp_dir().join(format!("heddle-image-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let file = directory.join("modules");
        let (mut passed, mut refused) = (0, 0);
        for place in 16..whole.len() {
            for value in [0, 1, 2, 7, 0x3f, 0x40, 0x7f, 0x80, 0xff] {
                let mut copy = whole.clone();
                copy[place] = value;
                if fault(&copy).is_some() {
                    refused += 1;
                    continue;
                }
                passed += 1;
                std::fs::write(&file, &copy).unwrap();
                let image = jimage_rs::JImage::open(&file).unwrap();
                for name in ["/m/p/b.e", "/m/p/c.e", ""] {
                    let _ = image.find_resource(name);
                }
                let _ = image.resource_names();
            }
        }
        std::fs::remove_dir_all(&directory).unwrap();
        assert!(passed > 20 && refused > 100, "{passed} {refused}");
    }
}
