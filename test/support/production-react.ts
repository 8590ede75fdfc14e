import { createRequire } from 'node:module';

/**
 * Loads React as it runs in production: what it checks in development is read by nobody here, and
 * costs several times the page. What loads it later in this process gets the same.
 */
const require = createRequire(import.meta.url);
const stored = process.env.NODE_ENV;
process.env.NODE_ENV = 'production';
for (const name of ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/server']) require(name);
process.env.NODE_ENV = stored;
