/** The measured drawing of a jar, on a field of 96 by 96: paths of paper, then of lines alone. */
export const jarDrawing = {
  paper: [
    'M30 28h36c5 2 7 6 7 11v34c0 4-3 7-7 7H30c-4 0-7-3-7-7V39c0-5 2-9 7-11z',
    'M29 16h38v12H29zM29 20h38M29 24h38',
  ],
  lines: 'M23 44h50M23 68h50M32 52h32M32 57h22M32 62h27',
  /** Centre line, then the height as a draughtsman would mark it. */
  axis: 'M48 6v84',
  height: 'M13 16v64M10.5 16h5M10.5 80h5',
};
