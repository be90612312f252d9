const SLOT_MS = 150;

/**
 * Does what takes longer for some addresses than for others, and takes the same time for all: always to the end of
 * the next slot of 150 ms. So the time of an answer does not tell whether an account exists (design 8).
 */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const spent = performance.now() - start;
    const rest = SLOT_MS - (spent % SLOT_MS);
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
