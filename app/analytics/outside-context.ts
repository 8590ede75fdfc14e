import { createContext } from 'react';
import type { OutsideSettings } from './outside-services.ts';

/** Set during a rendering on the server only. */
export const OutsideContext = createContext<OutsideSettings | null>(null);
