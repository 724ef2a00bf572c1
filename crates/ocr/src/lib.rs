//! Reads the words in pictures: screenshots, diagrams, scanned pages. Pixels in, lines of text out, with where they
//! stand and how surely they were read.
//!
//! Two small networks do it, whose weights lie in `models`: one marks where text stands, one reads a line. Nothing
//! here opens a file, asks the clock or starts a process; two threads compute. The same pixels give the same lines on the
//! same kind of processor.

mod finding;
mod image;
mod network;
mod spelling;
mod weights;

pub use image::Image;
pub use network::Fault;

use finding::Spot;
use network::{Network, Runner};
use rten_tensor::NdTensor;

/// Most pixels of a picture that is looked at: three bytes each are kept.
pub const PIXELS_MAX: u64 = 40_000_000;
/// Most lines that are read of one picture.
pub const LINES_MAX: usize = 150;
/// Pixels among which text is looked for: the picture is brought to about so many. The labels of boxes are found; lines are
/// read from the picture as it is.
const LOOK_PIXELS: f64 = 450_000.0;
/// The same for a closer look, which costs twice as much, where text stands dense: pages and listings are set smaller.
const CLOSE_PIXELS: f64 = 2.0 * LOOK_PIXELS;
/// Share of a picture that is covered by lines where text stands dense, in percent: of pages it is forty, of diagrams ten.
const DENSE_PERCENT_MIN: u64 = 15;
/// How often a small picture is enlarged at most to look for text in it.
const ENLARGED_MAX: f64 = 2.0;
/// Longest side of what is looked at, in pixels: a picture may be a strip.
const LOOK_SIDE_MAX: f64 = 4_000.0;
/// The network halves its picture five times.
const LOOK_STEP: f64 = 32.0;
/// Most columns of pixels that are read of one picture, over all lines, [`READ_HEIGHT`] high: reading is what costs.
const COLUMNS_MAX: usize = 16_000;
/// Height of a line as its reader takes it, in pixels.
const READ_HEIGHT: usize = 48;
/// Shortest and longest line as its reader takes it, in pixels; what is longer is squeezed.
const READ_WIDTH_MIN: usize = 48;
const READ_WIDTH_MAX: usize = 2_000;
/// A spot so many times as high as it is wide is writing that is turned, which is not read.
const TURNED: u32 = 2;

/// A line of text in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What stands there: ASCII, and some signs of typography.
    pub text: String,
    pub area: Area,
    /// How surely it was read, from 0 to 1: the mean over its signs.
    pub confidence: f32,
}

/// A rectangle in pixels from the top left corner; the right and lower edges lie outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area {
    /// Upper edge.
    pub top: u32,
    /// Left edge.
    pub left: u32,
    /// Lower edge.
    pub bottom: u32,
    /// Right edge.
    pub right: u32,
}

/// What was read of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Its lines from the top, those of one height from the left.
    pub lines: Vec<Line>,
    /// Whether no limit left anything out.
    pub is_whole: bool,
}

/// Reads pictures. Making it costs some dozen milliseconds and about 60 MB.
pub struct Reader {
    detect: Network,
    read: Network,
    signs: Vec<&'static str>,
    /// As many as read at the same time.
    runners: [Runner; 2],
}

impl Reader {
    /// Unpacks the weights.
    ///
    /// # Errors
    ///
    /// Where the weights are damaged.
    pub fn new() -> Result<Self, Fault> {
        Ok(Self {
            detect: Network::new(weights::DETECT, weights::DETECT_CUTS)?,
            read: Network::new(weights::READ, weights::READ_CUTS)?,
            signs: weights::signs(),
            runners: [Runner::new(), Runner::new()],
        })
    }

    /// The lines of a picture. Detection comes first, so that one without text costs little.
    ///
    /// # Errors
    ///
    /// Where the networks do not run.
    pub fn read(&self, image: &Image) -> Result<Reading, Fault> {
        self.read_by(&self.runners, image)
    }

    /// The lines of several pictures, in their order: each hand reads pictures of its own, so that none waits for the other.
    ///
    /// # Errors
    ///
    /// Where the networks do not run.
    pub fn read_all(&self, images: &[Image]) -> Result<Vec<Reading>, Fault> {
        if let [image] = images {
            return Ok(vec![self.read(image)?]);
        }
        shared(&self.runners, images, |runner, image| {
            self.read_by(std::slice::from_ref(runner), image)
        })
    }

    fn read_by(&self, hands: &[Runner], image: &Image) -> Result<Reading, Fault> {
        let spots = self.spots(&hands[0], image)?;
        let mut columns = COLUMNS_MAX;
        let fitting = spots.iter().take(LINES_MAX).map_while(|spot| {
            let width = read_width(spot.area);
            columns = columns.checked_sub(width)?;
            Some((spot.area, width))
        });
        let fitting: Vec<(Area, usize)> = fitting.collect();
        Ok(Reading {
            is_whole: fitting.len() == spots.len(),
            lines: self.lines(hands, image, &fitting)?,
        })
    }

    /// The lines of these places, in their order.
    fn lines(&self, hands: &[Runner], image: &Image, places: &[(Area, usize)]) -> Result<Vec<Line>, Fault> {
        let lines = shared(hands, places, |runner, (area, width)| {
            self.line(image, *area, *width, runner)
        })?;
        Ok(lines.into_iter().flatten().collect())
    }

    /// Where text stands, from the top.
    fn spots(&self, runner: &Runner, image: &Image) -> Result<Vec<Spot>, Fault> {
        let spots = self.look(runner, image, LOOK_PIXELS)?;
        let covered: u64 = spots.iter().map(|spot| spot.area.size()).sum();
        if covered * 100 < image.area().size() * DENSE_PERCENT_MIN {
            return Ok(spots);
        }
        self.look(runner, image, CLOSE_PIXELS)
    }

    fn look(&self, runner: &Runner, image: &Image, among: f64) -> Result<Vec<Spot>, Fault> {
        let (width, height) = look_size(image.width(), image.height(), among);
        let pixels = image.planes(image.area(), width, height);
        let map = self.detect.run(planes(height, width, pixels), runner)?;
        let mut spots = finding::spots(&map, width, height, image);
        spots.retain(|spot| spot.area.height() < TURNED * spot.area.width());
        Ok(spots)
    }

    fn line(&self, image: &Image, area: Area, width: usize, runner: &Runner) -> Result<Option<Line>, Fault> {
        let pixels = image.planes(area, width, READ_HEIGHT);
        let odds = self.read.run(planes(READ_HEIGHT, width, pixels), runner)?;
        let spelt = spelling::spelt(&odds, &self.signs);
        Ok(spelt.map(|(text, confidence)| Line {
            text,
            area,
            confidence,
        }))
    }
}

/// What hands make of all of these, in their order: each takes every so manieth.
fn shared<T: Sync, U: Send>(
    hands: &[Runner],
    all: &[T],
    make: impl Fn(&Runner, &T) -> Result<U, Fault> + Sync,
) -> Result<Vec<U>, Fault> {
    let make = &make;
    let mut made = std::thread::scope(|scope| {
        let work = hands.iter().enumerate().map(|(hand, runner)| {
            let turns = all.iter().skip(hand).step_by(hands.len());
            scope.spawn(move || {
                turns
                    .map(|one| make(runner, one))
                    .collect::<Result<Vec<_>, Fault>>()
            })
        });
        let work: Vec<_> = work.collect();
        let joined = work
            .into_iter()
            .map(|hand| hand.join().unwrap_or_else(|_| Err(Fault::broken())));
        joined
            .map(|made| made.map(Vec::into_iter))
            .collect::<Result<Vec<_>, Fault>>()
    })?;
    Ok((0..all.len())
        .filter_map(|at| made[at % hands.len()].next())
        .collect())
}

/// The planes of a picture as a network takes them.
fn planes(height: usize, width: usize, pixels: Vec<f32>) -> NdTensor<f32, 4> {
    NdTensor::from_data([1, 3, height, width], pixels)
}

/// Among how many pixels text is looked for in a picture of these sides at first: what it costs, before a line is read.
pub fn looked_at(width: u32, height: u32) -> u64 {
    let (width, height) = look_size(width.max(1), height.max(1), LOOK_PIXELS);
    width as u64 * height as u64
}

/// The size at which text is looked for, in multiples of what the network can halve.
fn look_size(width: u32, height: u32, among: f64) -> (usize, usize) {
    let (width, height) = (f64::from(width), f64::from(height));
    let scale = (among / (width * height)).sqrt().min(ENLARGED_MAX);
    let scale = scale.min(LOOK_SIDE_MAX / width.max(height));
    let side = |length: f64| image::whole((length * scale / LOOK_STEP).round().max(1.0) * LOOK_STEP);
    (side(width), side(height))
}

/// The width of a line at the height of the reader.
fn read_width(area: Area) -> usize {
    let height = area.height().max(1) as usize;
    let width = (area.width() as usize * READ_HEIGHT).div_ceil(height);
    width.clamp(READ_WIDTH_MIN, READ_WIDTH_MAX)
}

impl Area {
    fn size(self) -> u64 {
        u64::from(self.width()) * u64::from(self.height())
    }

    /// In pixels.
    pub fn width(self) -> u32 {
        self.right.saturating_sub(self.left)
    }

    /// In pixels.
    pub fn height(self) -> u32 {
        self.bottom.saturating_sub(self.top)
    }
}

#[cfg(test)]
mod tests;
