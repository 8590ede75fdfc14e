/*
 * The colours of `styles.css` for what knows no style sheet: letters, drawn pictures, the browser's
 * own frame. `palette.test.ts` holds the two together.
 */

/** The page's ground, apart from the rest: it is all that the browser needs for its frame. */
export const paper = { light: '#f6f1e6', dark: '#161714' };

/** By day. A picture cannot know who looks at it when. */
export const lightPalette = {
  paper: paper.light,
  paperRaised: '#fdfaf3',
  paperSunk: '#ebe4d4',
  ink: '#23211c',
  inkSoft: '#524d43',
  inkFaint: '#665f52',
  line: '#d8cfbc',
  accent: '#5f8977',
  accentInk: '#37604f',
  accentWash: '#dfe8df',
  onAccent: '#fdfaf3',
  danger: '#a12d22',
  dangerWash: '#f7e2dc',
  warn: '#7d5210',
  warnWash: '#f3e6c8',
};

/** By night, as far as letters need it. */
export const darkPalette = {
  paper: paper.dark,
  paperRaised: '#1e201c',
  ink: '#ece6d8',
  inkSoft: '#bdb6a6',
  line: '#34362f',
  accentInk: '#9fcab7',
};
