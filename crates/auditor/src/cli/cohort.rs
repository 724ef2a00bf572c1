//! `auditor cohort`: a whole class, one audit after the other, and the page of all.
//!
//! Each submission is audited by this program itself, started again. What kills one audit, or takes too long or too much
//! memory, is the end of that one alone, and what it used is given back. The journal is theirs in common, so that the same
//! command goes on where this one stopped.

mod check;
mod one;
mod similar;

use super::{JOBS_MAX, Talk, signals, store};
use crate::error::{CommandError, ErrorKind};
use crate::output;
use crate::output::terminal::{notify, print};
use crate::worker::rehearse_list;
use ::cohort::class::Class;
use ::cohort::json::Made;
use ::cohort::submission::{Outcome, Submission};
use ::cohort::trace::Trace;
use ::cohort::upload;
use ::cohort::{Entry, Listing, list};
use clap::Args;
use court::visible::visible;
use futures_util::stream::{self, StreamExt as _};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The exit code where submissions of a class could not be audited.
pub(super) const NOT_ALL: u8 = 15;

/// The class for other programs.
const CLASS_FILE: &str = "cohort.json";

/// Audit a class: a table, a list of addresses, a folder, or what a forge exports.
#[derive(Args)]
pub(super) struct Cohort {
    /// The class: a CSV with a column `repository`, a file of addresses, or a folder of clones, zips or plain folders. Also
    /// the roster or the grades of a GitHub Classroom, or the projects of a GitLab group as JSON
    list: PathBuf,
    /// Where everything goes: a folder for each submission, and the files of the class
    #[arg(long, value_name = "DIR", default_value = "cohort")]
    out: PathBuf,
    /// Makes an address of the columns of a list that has none: https://github.com/ORG/TASK-{github_username}
    #[arg(long, value_name = "PATTERN")]
    repository: Option<String>,
    /// What the class is called [default: the name of the list]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Only say what is missing or cannot be reached; nothing is audited
    #[arg(long)]
    check: bool,
    /// Audit nothing: write what --out holds anew, with what people have said since
    #[arg(long, conflicts_with_all = ["check", "engine"])]
    rewrite: bool,
    /// How many submissions are audited at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=JOBS_MAX as i64))]
    jobs: Option<u16>,
    /// Most seconds that one submission may take
    #[arg(long, value_name = "SECONDS", default_value_t = 1_800)]
    time_limit: u64,
    /// Begin no further submission after so many seconds
    #[arg(long, value_name = "SECONDS")]
    time_limit_all: Option<u64>,
    /// Begin no further submission once models have cost so much; `-- --max-cost` limits each one
    #[arg(long, value_name = "USD")]
    max_cost_all: Option<f64>,
    /// A repository, zip or folder with the starter code: what it has, nobody has from another
    #[arg(long, value_name = "SUBJECT")]
    base: Option<String>,
    /// Also write grades for Canvas, Moodle and Gradescope, out of so many points, and feedback for each student
    #[arg(long, value_name = "POINTS")]
    points: Option<f64>,
    /// Have the audits done by workers behind an engine: restate=http://127.0.0.1:8080
    #[arg(long, value_name = "ENGINE")]
    engine: Option<::fleet::Engine>,
    /// What each audit is told beside: every flag of `auditor audit`
    #[arg(last = true, value_name = "FLAGS OF AUDIT")]
    audit: Vec<OsString>,
}

/// The folder of the grades that others take in, below that of the class.
const UPLOADS: &str = "uploads";

/// How far a class has come.
struct Progress {
    all: usize,
    done: Cell<usize>,
    begun: Instant,
    cost: Cell<f64>,
    is_quiet: bool,
}

impl Cohort {
    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, CommandError> {
        let listing = list::read(&self.list, self.repository.as_deref(), rehearse_list)
            .map_err(|error| CommandError::usage(&error).hint(&error.fix))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| CommandError::auditor(format!("no threads to work with: {error}")))?;
        if !talk.quiet {
            notify(&format!(
                "{} submissions, read as {}",
                listing.entries.len(),
                listing.form
            ));
        }
        let jobs = self.jobs.map_or_else(available, usize::from);
        if self.check {
            return runtime.block_on(check::run(&listing, jobs));
        }
        output::prepare(&self.out)?;
        let data = store::directory(data)?;
        // Made once: all audits of a new one would make it at the same time.
        drop(store::open_in(&data)?);
        let (base, outcomes) = runtime.block_on(async {
            let mut signals = signals::Signals::listen();
            let work = async {
                let base = match &self.base {
                    Some(base) => Some(similar::base(self, base, &data).await?),
                    None => None,
                };
                Ok((base, self.audit_all(&listing, jobs, &data, talk).await))
            };
            signals.interrupting(work).await
        })?;
        self.write(listing, outcomes, base.as_ref())
    }

    /// What became of each, in the order of the list.
    async fn audit_all(&self, listing: &Listing, jobs: usize, data: &Path, talk: Talk) -> Vec<Outcome> {
        let progress = Progress {
            all: listing.entries.len(),
            done: Cell::new(0),
            begun: Instant::now(),
            cost: Cell::new(0.0),
            is_quiet: talk.quiet,
        };
        // Threads of all audits together are as many as there are processors.
        let threads = (available() / jobs).max(1);
        let audit = async |(turn, entry): (usize, &Entry)| {
            let begun = Instant::now();
            let outcome = match self.refusal(&progress) {
                Some(why) => Outcome::Failed(why),
                None => one::audit(self, entry, threads, data).await,
            };
            progress.tell(entry, &outcome, begun.elapsed());
            (turn, outcome)
        };
        let entries = listing.entries.iter().enumerate();
        let mut outcomes: Vec<(usize, Outcome)> = stream::iter(entries)
            .map(audit)
            .buffer_unordered(jobs)
            .collect()
            .await;
        outcomes.sort_by_key(|(turn, _)| *turn);
        outcomes.into_iter().map(|(_, outcome)| outcome).collect()
    }

    /// Why no further submission is begun.
    fn refusal(&self, progress: &Progress) -> Option<String> {
        let seconds = progress.begun.elapsed().as_secs();
        if self.time_limit_all.is_some_and(|most| seconds >= most) {
            return Some("not begun: --time-limit-all was reached; the same command goes on".to_owned());
        }
        self.max_cost_all
            .is_some_and(|most| progress.cost.get() >= most)
            .then(|| "not begun: --max-cost-all was reached".to_owned())
    }

    fn write(
        &self,
        listing: Listing,
        outcomes: Vec<Outcome>,
        base: Option<&Trace>,
    ) -> Result<ExitCode, CommandError> {
        let pairs = listing.entries.into_iter().zip(outcomes);
        let submissions: Vec<Submission> = pairs
            .map(|(entry, outcome)| Submission { entry, outcome })
            .collect();
        let name = self.list.file_stem().unwrap_or_default().to_string_lossy();
        let class = Class::of(self.name.as_deref().unwrap_or(&name), submissions);
        let pairs = similar::pairs(&self.out, &class, base)?;
        let class = class.with_similar(pairs);
        let rubrics: Vec<&str> = class.rubrics().into_iter().collect();
        if rubrics.len() > 1 {
            let names = rubrics.join(" and ");
            let said =
                format!("judged by {names}: means and grades mix them; name one with `-- --rubric NAME`");
            notify(&visible(&said));
        }
        let list = self.list.to_string_lossy();
        let made = Made {
            list: &list,
            points: self.points,
        };
        let files = [
            (CLASS_FILE, ::cohort::json::render(&class, &made)),
            ("cohort.csv", ::cohort::wide::render(&class)),
            ("cohort.html", ::cohort::page::render(&class)),
        ];
        let mut written = output::write(&self.out, &files)?;
        if let Some(points) = self.points {
            written.extend(self.write_uploads(&class, points)?);
        } else if self.out.join(UPLOADS).exists() {
            let said = "grades and feedback of before stay in uploads and feedback as they were: give --points to write them anew";
            notify(said);
        }
        let paths: Vec<String> = written
            .iter()
            .map(|path| format!("{}\n", path.display()))
            .collect();
        print(&paths.concat())?;
        Ok(exit_code(&class))
    }
}

impl Cohort {
    /// Writes grades and feedback; returns the folders that they lie in.
    fn write_uploads(&self, class: &Class, points: f64) -> Result<BTreeSet<PathBuf>, CommandError> {
        let mut folders = BTreeSet::new();
        for (name, bytes) in upload::files(class, points) {
            let (folder, name) = name.split_once('/').unwrap_or(("", &name));
            let folder = self.out.join(folder);
            output::write(&folder, &[(name, bytes)])?;
            folders.insert(folder);
        }
        let without = upload::without_grade(class);
        if !without.is_empty() {
            let ids = without.join(", ");
            notify(&visible(&format!("no grade yet, and so in no upload: {ids}")));
        }
        Ok(folders)
    }
}

impl Progress {
    /// One line for a submission that is done, with how long the others may take.
    fn tell(&self, entry: &Entry, outcome: &Outcome, took: Duration) {
        self.done.set(self.done.get() + 1);
        let what = match outcome {
            Outcome::Audited(one) => {
                self.cost.set(self.cost.get() + one.cost.unwrap_or_default());
                let score = one.overall.map_or("no score".to_owned(), |score| {
                    format!("{score:.2} of {}", one.scale[1])
                });
                let report = one.reports.first().map_or("no report", String::as_str);
                format!("{score}, {report}")
            }
            Outcome::Failed(cause) => format!("NOT AUDITED: {cause}"),
        };
        if self.is_quiet {
            return;
        }
        let (done, all) = (self.done.get(), self.all);
        let left = self.begun.elapsed().as_secs_f64() / done as f64 * (all - done) as f64;
        let left = if done < all {
            format!("; {} left", spoken(left))
        } else {
            String::new()
        };
        let took = took.as_secs_f64();
        notify(&visible(&format!(
            "[{done}/{all}] {}: {what} ({took:.1} s{left})",
            entry.id
        )));
    }
}

fn spoken(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("{seconds:.0} s")
    } else {
        format!("{:.0} min", seconds / 60.0)
    }
}

fn available() -> usize {
    std::thread::available_parallelism().map_or(2, std::num::NonZeroUsize::get)
}

/// Says at the end who could not be audited, and why.
fn exit_code(class: &Class) -> ExitCode {
    let failed = class.submissions.iter().filter_map(|one| match &one.outcome {
        Outcome::Failed(cause) => Some((&one.entry.id, cause)),
        Outcome::Audited(_) => None,
    });
    let failed: Vec<_> = failed.collect();
    let (audited, all) = (class.audited().count(), class.submissions.len());
    notify(&format!("{audited} of {all} submissions audited"));
    for (id, cause) in &failed {
        notify(&visible(&format!("  not audited: {id}: {cause}")));
    }
    match failed.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(NOT_ALL),
    }
}

/// A failure of one submission, in one line.
fn cause(error: &CommandError) -> String {
    match error.kind {
        ErrorKind::NothingToAudit | ErrorKind::Usage => error.what.clone(),
        _ => format!("the auditor failed: {}", error.what),
    }
}
