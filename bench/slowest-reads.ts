import { setTimeout as sleep } from 'node:timers/promises';
import { MISSED } from './goal.ts';
import { catalogueWords, TERMS } from './many-products.ts';
import { median } from './median.ts';

const SORTS = ['current_amount', 'contributor_count', 'id'];
const DIRECTIONS = ['desc', 'asc'];
/** The deepest pages are those that a search has, and that the call takes at all. */
const PAGES = [1, 100, 2_000];
const TRIES = 3;
const SHOWN = 6;
/** No accepted question may take longer. */
const GOAL_MS = 50;
/** For so long the site gives the same answer again. */
const SHARED_MS = 1_050;

/** Terms from the most frequent to none, short ones, and the longest that is taken. */
function terms(): Record<string, string> {
  const words = catalogueWords();
  const word = (at: number) => words[at] ?? '';
  return {
    'no term': '',
    'one character, everywhere': 'a',
    'one digit': '7',
    'one character, nowhere': 'ж',
    'two characters, frequent': 'ba',
    'two digits': '42',
    'two characters, nowhere': 'qz',
    'in a quarter': word(0),
    'in one of forty': word(20),
    'in one of two hundred': word(200),
    'in one of a thousand': word(1_001),
    'two words': `${word(1)} ${word(2)}`,
    'three digits': '123',
    'one of a million': '765432',
    rare: TERMS.rare,
    absent: TERMS.absent,
    'two hundred characters': 'banana '.repeat(28).trim(),
  };
}

interface Read {
  what: string;
  address: string;
  tries: number[];
}

/** Asks everything there is to ask, one question at a time; the middle of three tries counts. */
export async function slowestReads(url: string, say: (line: string) => void): Promise<string[]> {
  const reads = slowestQuestions();
  for (let round = 0; round < TRIES; round += 1) {
    for (const read of reads) {
      const began = performance.now();
      const response = await fetch(url + read.address);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${read.address} answered ${response.status}`);
      read.tries.push(performance.now() - began);
    }
    say(`all ${reads.length} questions, try ${round + 1} of ${TRIES}`);
    await sleep(SHARED_MS);
  }
  const slowest = reads
    .map(({ what, tries }) => ({ what, ms: median(tries) }))
    .toSorted((a, b) => b.ms - a.ms);
  const late = slowest.filter(({ ms }) => ms > GOAL_MS).length;
  const missed = late > 0 ? `, ${MISSED}` : '';
  return [
    `${late} of ${reads.length} accepted questions took more than ${GOAL_MS} ms, goal none${missed}`,
    ...slowest.slice(0, SHOWN).map(({ what, ms }) => `  ${ms.toFixed(0)} ms: ${what}`),
  ];
}

/** What the search over everything is asked: the same terms, slips, and words in another order. */
function everything(): Read[] {
  const word = (at: number) => catalogueWords()[at] ?? '';
  const slip = (at: number) => `${word(at).slice(0, -2)}x${word(at).slice(-1)}`;
  const typed = {
    ...terms(),
    'a slip in a frequent word': slip(0),
    'a slip in a rare word': TERMS.rare.replace('zz', 'z'),
    'slips in two words': `${slip(20)} ${slip(30)}`,
    'one word of two hundred letters': catalogueWords().join('').slice(0, 200),
    'two rare words': `${word(2_900)} ${word(2_800)}`,
    'eight frequent words': Array.from({ length: 8 }, (_, at) => word(at)).join(' '),
    'eight words that are nowhere':
      'qabcdefg qbcdefgh qcdefghi qdefghij qefghijk qfghijkl qghi qhij',
    'a barcode': '036000291452',
  };
  return Object.entries(typed)
    .filter(([, term]) => term !== '')
    .map(([name, term]) => {
      const address = `/search?${new URLSearchParams({ q: term })}`;
      return { what: `everything: ${name}`, address, tries: [] };
    });
}

function slowestQuestions(): Read[] {
  const reads = everything();
  const lists: Record<string, Record<string, string>> = {
    ...Object.fromEntries(Object.entries(terms()).map(([name, search]) => [name, { search }])),
    'a category of products that have got nothing yet': { category: 'baby' },
    'a category of one in six': { category: 'dairy' },
  };
  for (const [name, asked] of Object.entries(lists)) {
    for (const sort of SORTS) {
      for (const direction of DIRECTIONS) {
        for (const mode of ['', 'demo']) {
          for (const page of PAGES) {
            const what = [name, sort, direction, `page ${page}`, mode].filter(Boolean).join(', ');
            const query = new URLSearchParams({ ...asked, sort, direction, page: String(page) });
            if (mode) query.set('mode', mode);
            reads.push({ what, address: `/api/products?${query}`, tries: [] });
          }
        }
      }
    }
  }
  return reads;
}
