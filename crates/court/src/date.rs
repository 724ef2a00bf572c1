//! Dates of commits, in UTC. Any number is accepted: a commit may claim any date.

/// Days from the first of March of the year 0 to the first of January 1970.
const EPOCH_DAYS: i64 = 719_468;
/// Days of four hundred years, after which the calendar repeats.
const ERA_DAYS: i64 = 146_097;
/// Seconds of a day.
const DAY: i64 = 86_400;

/// Dates that somebody may mean: 1990 to 2100.
const PLAUSIBLE: std::ops::Range<i64> = 631_152_000..4_102_444_800;

/// Whether somebody may mean this date; the others come of clocks that were never set.
pub fn is_plausible(seconds: i64) -> bool {
    PLAUSIBLE.contains(&seconds)
}

/// `YYYY-MM-DD hh:mm` of seconds since 1970.
pub fn shown(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let days = days.saturating_add(EPOCH_DAYS);
    let (era, of_era) = (days.div_euclid(ERA_DAYS), days.rem_euclid(ERA_DAYS));
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02}",
        rest / 3_600,
        rest / 60 % 60
    )
}

/// Seconds since 1970 of `YYYY-MM-DDThh:mm:ssZ`; `None` where it is written otherwise.
pub fn seconds(date: &str) -> Option<i64> {
    let numbers: Vec<i64> = date
        .strip_suffix('Z')?
        .split(['-', 'T', ':'])
        .map(|number| number.parse().ok().filter(|number| (0..=9_999).contains(number)))
        .collect::<Option<_>>()?;
    let [year, month, day, hour, minute, second] = numbers[..] else {
        return None;
    };
    // Years begin in March here, so that the leap day is the last.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = days + (month * 153 + 2) / 5 + day - 1 - EPOCH_DAYS;
    Some(days * DAY + hour * 3_600 + minute * 60 + second)
}

#[cfg(test)]
mod tests;
