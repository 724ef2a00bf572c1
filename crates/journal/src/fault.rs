//! Failure points: what it takes to test that a program survives being stopped at any instant.

/// A fault in the journal of a test: at one durable write the disk fails or the process stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which durable write, counted from 1.
    pub write: u64,
    /// Whether that write still reaches the disk.
    pub moment: Moment,
    /// What goes wrong.
    pub outcome: Outcome,
}

/// Whether the write of a [`Fault`] still reaches the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// It does not.
    Before,
    /// It does, but its caller never hears of it.
    After,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This one write reports an error; the next ones work.
    Fail,
    /// Nothing is written or read any more, as if the process had been killed.
    Stop,
}

/// What becomes of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is carried out and answered.
    Done,
    /// It is carried out, and answered with an error.
    Unheard,
    /// It is answered with an error.
    Refused,
}

/// Counts durable writes and strikes at the right one.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    planned: Option<Fault>,
    writes: u64,
    stopped: bool,
}

impl Faults {
    pub(crate) fn new(planned: Option<Fault>) -> Self {
        Self {
            planned,
            ..Self::default()
        }
    }

    /// Decides about the next request.
    pub(crate) fn fate(&mut self, durable: bool) -> Fate {
        if self.stopped {
            return Fate::Refused;
        }
        self.writes += u64::from(durable);
        match self.planned.filter(|fault| durable && fault.write == self.writes) {
            Some(fault) => self.strike(fault),
            None => Fate::Done,
        }
    }

    /// Durable writes so far.
    pub(crate) fn writes(&self) -> u64 {
        self.writes
    }

    fn strike(&mut self, fault: Fault) -> Fate {
        self.stopped = fault.outcome == Outcome::Stop;
        match fault.moment {
            Moment::Before => Fate::Refused,
            Moment::After => Fate::Unheard,
        }
    }
}
