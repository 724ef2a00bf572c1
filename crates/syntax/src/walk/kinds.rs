//! What the kinds of nodes of a grammar are good for.

use wordlist::array;

/// What a kind of node is: several of the marks below at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind(u32);

impl Kind {
    /// Nothing that matters by itself.
    pub(super) const PLAIN: Self = Self(0);
    /// A comment.
    pub(crate) const COMMENT: Self = Self(1);
    /// May be a function: asks [`Grammar::function`](super::Grammar::function).
    pub(crate) const FUNCTION: Self = Self(1 << 1);
    /// May be a type: asks [`Grammar::class`](super::Grammar::class).
    pub(crate) const CLASS: Self = Self(1 << 2);
    /// May own functions without being a type, or hold tests: asks [`Grammar::scope`](super::Grammar::scope).
    pub(crate) const SCOPE: Self = Self(1 << 3);
    /// Brings something in: asks [`Grammar::import`](super::Grammar::import).
    pub(crate) const IMPORT: Self = Self(1 << 4);
    /// A call: asks [`Grammar::call`](super::Grammar::call).
    pub(crate) const CALL: Self = Self(1 << 5);
    /// A decision: one more way through the function.
    pub(crate) const BRANCH: Self = Self(1 << 6);
    /// A block of statements.
    pub(crate) const BLOCK: Self = Self(1 << 7);
    /// Anything else that the language looks at: asks [`Grammar::special`](super::Grammar::special).
    pub(crate) const SPECIAL: Self = Self(1 << 8);
    /// Stands between a doc comment and what it explains: an attribute, a decorator.
    pub(crate) const ADORNMENT: Self = Self(1 << 9);
    /// Gives a name a value: asks [`Grammar::assignment`](super::Grammar::assignment).
    pub(crate) const ASSIGN: Self = Self(1 << 10);
    /// For data: written in the program (numbers, plain strings, their pieces, `nil`, names of types).
    pub(crate) const LITERAL: Self = Self(1 << 11);
    /// For data: as harmless as its named children together (`a + b`, `(a)`, `[a, b]`, templates, arguments).
    pub(crate) const PIECES: Self = Self(1 << 12);
    /// For data: a name by itself.
    pub(crate) const NAME: Self = Self(1 << 13);
    /// For data: a part of something (`a.b`, `a[b]`, `a::b`); its first named child is the whole.
    pub(crate) const MEMBER: Self = Self(1 << 14);
    /// The parameters of a function or of a closure; every name in it hides what was assigned outside.
    pub(crate) const PARAMETERS: Self = Self(1 << 15);
    /// A statement that does nothing (`;`, `pass`), wherever it stands.
    pub(crate) const IDLE: Self = Self(1 << 16);
    /// A list of statements that stands alone in a block.
    pub(crate) const LIST: Self = Self(1 << 17);
    /// Stands around what a doc comment above it explains: `export …`, `template<…> …`, `type (…)`.
    pub(crate) const WRAPPER: Self = Self(1 << 18);
    /// A region that is no valid syntax.
    pub(crate) const ERROR: Self = Self(1 << 19);
    /// What the walk itself must look at.
    pub(crate) const WALKED: Self = Self(0x77f | Self::ERROR.0 | Self::WRAPPER.0);

    /// Whether it has one of the marks.
    pub(crate) const fn is(self, marks: Self) -> bool {
        self.0 & marks.0 != 0
    }

    /// All marks of a name that joins theirs: `call-import`.
    pub(super) fn named(name: &str) -> Option<Self> {
        name.split('-').try_fold(Self::PLAIN, |kind, mark| {
            let bit = NAMES.iter().position(|known| *known == mark)?;
            Some(kind.and(Self(1 << bit)))
        })
    }

    /// Both.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The marks as the words of languages name them, in the order of their bits.
const NAMES: [&str; 19] = array(
    "comment function class scope import call branch block special adornment assign literal pieces name member \
     parameters idle list wrapper",
);
