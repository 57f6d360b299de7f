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
])('%s', (line, files, hosts) => {
  expect(sendingIn(line)).toEqual({ files, hosts });
});
