import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ArtooError } from '../../contracts/errors.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import type { Model } from '../model.ts';
import { namingNearest } from './nearest-model.ts';

/** A model that fails, on a server that lists these models; undefined for a server without a list. */
async function failing(error: ArtooError, name: string, models: readonly string[] | undefined): Promise<string> {
  const server = createServer((_, response) => {
    response.statusCode = models ? 200 : 404;
    response.end(JSON.stringify({ data: models?.map((id) => ({ id })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // a TCP server has an address of this type
  const model: Model = { step: () => Promise.reject(error) };
  const endpoint: Endpoint = {
    ...{ protocol: 'openai', base_url: `http://127.0.0.1:${port}/v1`, model: name },
    ...{ max_output_tokens: 1, timeout_ms: 1_000, api_key: undefined },
  };
  const step = namingNearest(model, endpoint).step({} as never, {} as never, new AbortController().signal); // it never reads these arguments
  return step.then(
    () => expect.fail('it answers'),
    (thrown: Error) => thrown.message,
  );
}

const missing = new ArtooError('model_missing', 'there is no such model.');

test.each<[string, string, readonly string[] | undefined, string]>([
  ['nothing, where the list has the name after all', 'fake-large', ['fake', 'fake-large'], 'there is no such model.'],
  ['the nearest name', 'fake-lage', ['fake', 'fake-large'], 'there is no such model; did you mean fake-large?'],
  ['what there is, where none is near', 'gpt', ['a-1', 'b-2'], 'there is no such model; the server offers a-1, b-2'],
  [
    'some of many',
    'gpt',
    ['a', 'b', 'c', 'd', 'e', 'f'].map((x) => x.repeat(9)),
    'there is no such model; the server offers aaaaaaaaa, bbbbbbbbb, ccccccccc, ddddddddd, eeeeeeeee and 1 more',
  ],
  ['nothing where there is no list', 'gpt', undefined, 'there is no such model.'],
])('a missing model says %s', async (_, name, models, message) => {
  expect(await failing(missing, name, models)).toBe(message);
});

test('another failure is passed on as it is', async () => {
  expect(await failing(new ArtooError('model_busy', 'busy'), 'fake', ['fake-large'])).toBe('busy');
});
