//! Where something stands on a page or in a picture.

use serde::{Deserialize, Serialize};

/// A rectangle on a page in whole points from its top left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Area {
    /// Left edge.
    pub left: i32,
    /// Upper edge.
    pub top: i32,
    /// Right edge.
    pub right: i32,
    /// Lower edge.
    pub bottom: i32,
}

impl Area {
    /// In points.
    pub fn width(self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    /// In points.
    pub fn height(self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    /// In square points.
    pub fn size(self) -> i64 {
        i64::from(self.width()) * i64::from(self.height())
    }

    /// The middle, left to right and top to bottom.
    pub fn centre(self) -> (i32, i32) {
        (self.left + self.width() / 2, self.top + self.height() / 2)
    }

    /// Whether a point lies within `slack` points of it.
    pub fn holds(self, (x, y): (i32, i32), slack: i32) -> bool {
        (self.left - slack..=self.right + slack).contains(&x)
            && (self.top - slack..=self.bottom + slack).contains(&y)
    }
}
