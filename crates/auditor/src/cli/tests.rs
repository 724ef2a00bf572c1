//! What the documents say of the program, held against the program.

mod documentation;
mod reference;
mod words;
