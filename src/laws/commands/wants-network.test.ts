import { expect, test } from 'vitest';
import { wantsNetwork } from './wants-network.ts';

const each = (text: string): readonly string[] => text.split(' ¦ ');

test.each(
  each(
    'npm install ¦ npm i left ¦ cd app && npm ci ¦ yarn ¦ pnpm add x ¦ pip install -r r.txt ¦ python3 -m pip install x ¦ git clone https://a.example/x ¦ git -q fetch ¦ cargo add x ¦ go get x ¦ curl -s x | jq . ¦ timeout 9 wget x ¦ uv sync ¦ bundle install',
  ),
)('%s wants the network', (line) => {
  expect(wantsNetwork(line)).toBe(true);
});

test.each(
  each(
    'npm test ¦ npm run build ¦ yarn test ¦ pip list ¦ git status ¦ git commit -m "npm install" ¦ cargo build ¦ go build ¦ echo curl ¦ npm ci --offline ¦ curl --version ¦ python3 -m pytest ¦ make ¦ ( ¦ ',
  ),
)('%s does not, as far as its words say', (line) => {
  expect(wantsNetwork(line)).toBe(false);
});
