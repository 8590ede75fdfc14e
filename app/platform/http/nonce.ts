import { createContext } from 'react';

/** Marks the framework's own inline scripts during one rendering; see `entry.server.tsx`. */
export const NonceContext = createContext<string | undefined>(undefined);
