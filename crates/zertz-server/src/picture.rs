//! Pictures of boards as PNG, in the size that other sites show beside a link. They have no text, so they need no fonts.

use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Options, Tree},
};
use zertz::{Game, SvgOptions, svg};

/// The size in pixels. The cost of a picture depends on nothing else: boards have at most 64 rings.
pub(crate) const SIZE: (u32, u32) = (1200, 630);

/// Draws the board of a game, with its last turn marked; `None` if that fails, which it does not.
pub(crate) fn png(game: &Game) -> Option<Vec<u8>> {
    let last = game.turns().last().map(|(_, turn)| turn);
    let options = SvgOptions { coordinates: false, supplies: false, ..SvgOptions::default() };
    let tree = Tree::from_str(&svg(game.rules(), game.position(), last, options), &Options::default()).ok()?;
    let (width, height) = SIZE;
    let (wide, high) = (width as f32 / tree.size().width(), height as f32 / tree.size().height());
    let scale = wide.min(high);
    let left = (width as f32 - tree.size().width() * scale) / 2.0;
    let top = (height as f32 - tree.size().height() * scale) / 2.0;
    let mut picture = Pixmap::new(width, height)?;
    // The background of the drawing.
    picture.fill(Color::from_rgba8(0xf4, 0xef, 0xe3, 0xff));
    resvg::render(&tree, Transform::from_row(scale, 0.0, 0.0, scale, left, top), &mut picture.as_mut());
    picture.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zertz::{Board, Rules};
    use zertz_protocol::GameData;

    fn drawn(board: Board, acts: &[&str]) -> Pixmap {
        let mut data = GameData::begin(&Rules::standard(board), None);
        data.acts = acts.iter().map(|&act| act.to_owned()).collect();
        let picture = Pixmap::decode_png(&png(&data.game().unwrap()).unwrap()).unwrap();
        assert_eq!((picture.width(), picture.height()), SIZE);
        picture
    }

    /// How many pixels are darker than the background.
    fn dark(picture: &Pixmap) -> usize {
        picture.pixels().iter().filter(|pixel| pixel.green() < 100).count()
    }

    #[test]
    fn every_board_is_drawn_in_the_same_size_and_fits() {
        for board in Board::presets() {
            let picture = drawn(board, &[]);
            assert!(dark(&picture) > 20_000);
            let edge = (0..SIZE.0).flat_map(|x| [picture.pixel(x, 0), picture.pixel(x, SIZE.1 - 1)]);
            assert!(edge.flatten().all(|pixel| pixel.green() > 200), "nothing is cut off");
        }
    }

    #[test]
    fn a_marble_and_a_removed_ring_can_be_seen() {
        let (before, after) = (drawn(Board::rings37(), &[]), drawn(Board::rings37(), &["Bd4,d1"]));
        let middle = |picture: &Pixmap| picture.pixel(SIZE.0 / 2, SIZE.1 / 2).unwrap().green();
        assert!(middle(&before) > 200 && middle(&after) < 100, "a black marble is in the middle");
        // The lowest ring of the middle column is gone.
        let low = |picture: &Pixmap| (560..625).filter(|y| picture.pixel(600, *y).unwrap().green() < 100).count();
        assert!(low(&before) > 10 && low(&after) == 0, "{} {}", low(&before), low(&after));
    }
}
