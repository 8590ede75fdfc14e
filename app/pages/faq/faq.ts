import { contributing } from './faq-contributing.ts';
import { evidence } from './faq-evidence.ts';
import { general } from './faq-general.ts';
import { results } from './faq-results.ts';
import { technical } from './faq-technical.ts';
import { testing } from './faq-testing.ts';
import type { FaqQuestion } from './faq-question.ts';

export interface FaqCategory {
  id: string;
  title: string;
  questions: readonly FaqQuestion[];
}

/** The FAQ, in the order of spec §2 "FAQ". */
export const faq: readonly FaqCategory[] = [
  { id: 'general', title: 'General', questions: general },
  { id: 'testing-process', title: 'Testing Process', questions: testing },
  { id: 'results-and-impact', title: 'Results & Impact', questions: results },
  { id: 'contributing', title: 'Contributing', questions: contributing },
  { id: 'technical-details', title: 'Technical Details', questions: technical },
  { id: 'impact-and-evidence', title: 'Impact & Evidence', questions: evidence },
];
