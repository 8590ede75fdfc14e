/** The page's parts in their order: what each is for. */
export const parts = [
  {
    id: 'colour',
    title: 'Color',
    use: 'Six grounds, six inks that may stand on any of them at 4.5 to 1, two marks at 3 to 1. Pick a pair by meaning; the figures are looked after.',
  },
  {
    id: 'type',
    title: 'Type',
    use: 'Fraunces for headings, Inter for reading, IBM Plex Mono for what a label or an instrument would say.',
  },
  {
    id: 'spacing',
    title: 'Spacing',
    use: 'Multiples of a quarter rem. Close what belongs together, and let hairlines part the rest.',
  },
  {
    id: 'buttons',
    title: 'Buttons',
    use: 'One primary button in a view; outlined beside it; quiet within a dense row. Large is 44 px high, small 32 px.',
  },
  {
    id: 'links',
    title: 'Links and focus',
    use: 'Underlined within text. What the keyboard is on has a ring, and the first stop of the Tab key leads past the navigation.',
  },
  {
    id: 'contents',
    title: 'On this page',
    use: 'The way to each section of a long text: above it on small screens, beside it on wide ones.',
  },
  {
    id: 'fields',
    title: 'Fields',
    use: 'A label above, a hint below. An error stands before the hint, and both are read out with the field.',
  },
  {
    id: 'dialogs',
    title: 'Dialogs',
    use: 'For a decision, or for more about what is in view. Escape, the cross and a click beside the sheet all close it.',
  },
  {
    id: 'notices',
    title: 'Notices',
    use: 'A framed sentence that stays. Errors are announced at once, and say what mends them.',
  },
  {
    id: 'toasts',
    title: 'Toasts',
    use: 'One sentence about what has just been done, for two seconds, in place of any before it.',
  },
  {
    id: 'lines',
    title: 'System lines and the spinner',
    use: 'The bracketed voice of the instrument; three blocks while something is under way.',
  },
  {
    id: 'tags',
    title: 'Tags',
    use: 'A short mark in a frame. Its text carries the meaning, its tone only repeats it.',
  },
  {
    id: 'bars',
    title: 'Segmented bars',
    use: 'A measuring cylinder. Filled is solid, planned is hatched, held is dotted: never shown by color alone.',
  },
  {
    id: 'tiles',
    title: 'Drawn tiles',
    use: 'Where a photo is missing: a measured drawing, and the sentence that says so.',
  },
  {
    id: 'panels',
    title: 'Panels and rule labels',
    use: 'A raised sheet with a hairline frame; a heading whose rule runs out to the margin.',
  },
  {
    id: 'explained',
    title: 'Explained words and hidden ones',
    use: 'An explanation that shows on hover and on focus; words that are read aloud and not seen.',
  },
] as const;

export type PartId = (typeof parts)[number]['id'];
