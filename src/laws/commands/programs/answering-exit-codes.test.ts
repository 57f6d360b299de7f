import { expect, test } from 'vitest';
import { isAnswer } from './answering-exit-codes.ts';

test.each<[string, number]>([
  ['grep -rn TODO src', 1],
  ['cd src && grep -q x a.ts', 1],
  ['cat a | grep x', 1],
  ['! grep -q x a.ts', 1],
  ['rg foo', 1],
  ['diff a b', 1],
  ['cmp a b', 1],
  ['test -f notes.md', 1],
  ['[ -f notes.md ]', 1],
  ['[[ -f notes.md ]]', 1],
  ['test -f a && grep -q b a', 1],
  ['timeout 5 grep x a', 1],
  ['git diff --exit-code', 1],
  ['git diff --quiet -- src', 1],
  ['git grep foo', 1],
  ['git merge-base --is-ancestor a b', 1],
  ['pgrep node', 1],
  ['which docker', 1],
  ['command -v docker', 1],
  ['lsof -i :3000', 1],
  ['systemctl is-active nginx', 3],
  ['jq -e .a f.json', 1],
  ['find . -name "*.ts" | xargs grep foo', 123],
  ["bash -c 'grep x a'", 1],
])('%j answers with %i', (line, code) => {
  expect(isAnswer(line, code)).toBe(true);
});

test.each<[string, number]>([
  ['grep x a', 0],
  ['grep x nowhere', 2],
  ['diff a nowhere', 2],
  ['npm test', 1],
  ['pytest -q', 1],
  ['npm test && grep x log', 1],
  ['grep x a; npm test', 1],
  ['grep x a | npm test', 1],
  ['jq .a f.json', 1],
  ['git diff', 1],
  ['git status', 128],
  ['cat nowhere', 1],
  ['ls nowhere', 2],
  ['systemctl start nginx', 1],
  ['curl http://x', 6],
  ['test -f a; exit 3', 3],
  ['((', 1],
  ['', 1],
])('%j fails with %i', (line, code) => {
  expect(isAnswer(line, code)).toBe(false);
});
