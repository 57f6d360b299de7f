import console from 'node:console';
import { expect, onTestFinished, test } from 'vitest';
import { loadSdk } from './load-sdk.ts';

test("the module's own warnings, which quote servers, are dropped, and those of others are not", async () => {
  const [before, said] = [console.warn, [] as unknown[]];
  onTestFinished(() => {
    console.warn = before;
  });
  console.warn = (...words: unknown[]) => void said.push(words);
  await loadSdk();
  await loadSdk();
  console.warn("[mcp-sdk] excluding tool '\u001b[2J' from tools/list");
  console.warn('of another', 1);
  expect(said).toEqual([['of another', 1]]);
});
