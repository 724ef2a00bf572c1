//! Licences of panels that the user names.

use super::file::InputFile;
use crate::error::CommandError;
use calibration::licence::Licence;
use std::path::Path;

const LICENCE: InputFile = InputFile {
    what: "licence",
    bytes_max: 1 << 20,
    hint: "give a file that `auditor calibrate --licence-out FILE` wrote",
};

/// The licence in a file.
pub(crate) fn load(path: &Path) -> Result<Licence, CommandError> {
    let value = LICENCE.json(path, &LICENCE.bytes(path)?)?;
    Licence::parse(value).ok_or_else(|| {
        CommandError::usage(format!("the licence {}: it has another form", path.display())).hint(LICENCE.hint)
    })
}
