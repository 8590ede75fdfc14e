import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ShareCard } from './share-card.ts';
import type { DrawReply, DrawRequest } from './share-card.worker.ts';

/** The source itself, in the compiled site too. */
const PROGRAM = 'app/results/share/share-card.worker.ts';
/** Far more than any picture takes; a thread that is still busy then is given up. */
const DRAWING_MS = 20_000;
/** Most of what a picture takes is short-lived: little room for it keeps the whole small. */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

interface Waiting {
  resolve: (png: Uint8Array) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
}

let thread: Thread | undefined;
let lastId = 0;

/**
 * A share image as PNG, drawn beside the thread that answers requests; `ratio` is image pixels a
 * CSS pixel. The drawing thread starts with the first picture, and anew after it has failed.
 */
export async function drawShareCard(card: ShareCard, ratio: number): Promise<Uint8Array> {
  const { worker, waiting } = (thread ??= startThread());
  lastId += 1;
  const id = lastId;
  const late = setTimeout(() => void worker.terminate(), DRAWING_MS);
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage({ id, card, ratio } satisfies DrawRequest);
    });
  } finally {
    waiting.delete(id);
    clearTimeout(late);
  }
}

/** Ends the drawing thread; whoever waits for a picture is told so. */
export async function stopDrawing(): Promise<void> {
  await thread?.worker.terminate();
}

function startThread(): Thread {
  const worker = new Worker(resolve(PROGRAM), {
    execArgv: [],
    resourceLimits: HEAP,
  });
  const started: Thread = { worker, waiting: new Map() };
  const fail = (error: Error) => {
    if (thread === started) thread = undefined;
    for (const { reject } of started.waiting.values()) reject(error);
  };
  worker.on('message', (reply: DrawReply) => {
    const asked = started.waiting.get(reply.id);
    if ('png' in reply) asked?.resolve(reply.png);
    else asked?.reject(new Error(`a share image could not be drawn: ${reply.error}`));
  });
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the drawing thread ended')));
  // An idle one keeps no program from ending.
  worker.unref();
  return started;
}
