//! Dimensions as they are typed: by their ids, or by a word that means only one.

use court::rubric::{Dimension, Rubric};

/// Most dimensions that are named where several may be meant.
const NAMED_MAX: usize = 4;

/// The place of the dimension with this id or name, else the only one whose id begins so, else the only one with it in its
/// id or name.
///
/// # Errors
/// Says whether none is meant or several.
pub(super) fn meant(rubric: &Rubric, wanted: &str) -> Result<usize, String> {
    let word = wanted.to_lowercase();
    let is_it = |d: &Dimension| d.id.0 == wanted || d.name.to_lowercase() == word;
    let begins = |d: &Dimension| d.id.0.to_lowercase().starts_with(&word);
    let has_it =
        |d: &Dimension| d.id.0.to_lowercase().contains(&word) || d.name.to_lowercase().contains(&word);
    let ways: [&dyn Fn(&Dimension) -> bool; 3] = [&is_it, &begins, &has_it];
    let mut found = ways.iter().map(|way| {
        let all = rubric.dimensions.iter().enumerate();
        let matching = all.filter(|(_, dimension)| !word.is_empty() && way(dimension));
        matching.map(|(index, _)| index).collect::<Vec<usize>>()
    });
    match found.find(|matching| !matching.is_empty()).as_deref() {
        Some([one]) => Ok(*one),
        Some(several) if several.len() > NAMED_MAX => {
            Err(format!("`{wanted}` may mean any of {} dimensions", several.len()))
        }
        Some(several) => {
            let ids = several
                .iter()
                .map(|index| rubric.dimensions[*index].id.0.as_str());
            Err(format!(
                "`{wanted}` may mean {}",
                ids.collect::<Vec<_>>().join(" or ")
            ))
        }
        None => Err(format!("the rubric has no dimension `{wanted}`")),
    }
}

/// All that a rubric has, for a hint.
pub(super) fn dimensions_of(rubric: &Rubric) -> String {
    let ids: Vec<&str> = rubric
        .dimensions
        .iter()
        .map(|dimension| dimension.id.0.as_str())
        .collect();
    format!("{} has {}", rubric.name, ids.join(", "))
}

#[cfg(test)]
mod tests;
