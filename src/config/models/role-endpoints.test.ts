import { describe, expect, test } from 'vitest';
import { endpointAt } from '../../../test/support/endpoint.ts';
import { startProvider } from '../../../test/support/provider-server.ts';
import type { Endpoint } from '../../models/endpoints/endpoint.ts';
import { nameModels, type RoleEndpoints, whoIsAsked } from './role-endpoints.ts';
import type { OpenEndpoint } from './tiers.ts';

const signal = new AbortController().signal;
const endpoint = (model: string, base_url = 'http://127.0.0.1:9/v1'): Endpoint => endpointAt(base_url, model);
const all = (each: Endpoint, others: Partial<RoleEndpoints> = {}): RoleEndpoints => ({
  R1: each,
  R2: each,
  R3: each,
  R4a: each,
  R4b: each,
  ...others,
});
const open = (base_url: string, model?: string): OpenEndpoint => ({ ...endpoint('', base_url), model, provider: undefined });

describe('a model that is not named', () => {
  const served = (models: readonly string[]) => startProvider({ models, answer: () => ({ text: '' }) });
  const naming = (base_url: string) => {
    const { R1, R2, R3, R4a, R4b } = all(endpoint(''));
    const unnamed = open(base_url);
    return nameModels(
      {
        R1: { ...R1, ...unnamed },
        R2: { ...R2, ...unnamed },
        R3: { ...R3, ...unnamed, model: 'mine' },
        R4a: { ...R4a, ...unnamed },
        R4b: { ...R4b, ...unnamed },
      },
      signal,
    );
  };

  test('is the only one that the server offers', async () => {
    await using server = await served(['only']);
    const { R1, R3 } = await naming(`${server.url}/v1`);
    expect([R1.model, R3.model]).toEqual(['only', 'mine']);
  });

  test('has to be named where there are several, and the error says how', async () => {
    await using server = await served(['a', 'b']);
    await expect(naming(`${server.url}/v1`)).rejects.toMatchObject({
      code: 'model_unset',
      message: expect.stringContaining(`a, b: name one, as in --brain a@${server.url}/v1`),
    });
  });

  test('is not there where the server has none, or is not there itself', async () => {
    await using server = await served([]);
    await expect(naming(`${server.url}/v1`)).rejects.toMatchObject({
      code: 'model_unset',
      message: expect.stringContaining('it offers none'),
    });
    await expect(naming('http://127.0.0.1:9/v1')).rejects.toMatchObject({ code: 'model_unreachable' });
  });
});

test.each([
  ['m at 127.0.0.1:9', all(endpoint('m'))],
  [
    'brain m at 127.0.0.1:9, tool t at api.example.com',
    all(endpoint('m'), { R3: endpoint('t', 'https://api.example.com/v1'), R4a: endpoint('t', 'https://api.example.com/v1') }),
  ],
  ['m at 127.0.0.1:9, R4b judge at 127.0.0.1:9', all(endpoint('m'), { R4b: endpoint('judge') })],
])('who is asked is said in a line: %s', (line, endpoints) => {
  expect(whoIsAsked(endpoints)).toBe(line);
});
