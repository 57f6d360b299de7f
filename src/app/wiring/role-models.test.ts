import { expect, test } from 'vitest';
import { endpointAt } from '../../../test/support/endpoint.ts';
import { roleModels } from './role-models.ts';

const endpoint = (model: string, api_key?: string) => ({ ...endpointAt('http://127.0.0.1:9/v1', model), api_key });

test('roles with the same endpoint share a model, and a role that is not named is one of the brain', () => {
  const [brain, tool] = [endpoint('brain', 'key-of-brain'), endpoint('tool')];
  const { model, secrets } = roleModels({ R1: brain, R2: brain, R3: tool, R4a: tool, R4b: brain });
  expect(model('R1')).toBe(model('R2'));
  expect(model('R3')).toBe(model('R4a'));
  expect(model('R3')).not.toBe(model('R2'));
  expect(model('R7')).toBe(model('R2'));
  expect(secrets()).toEqual(['R1', 'R2', 'R4b'].map((role) => ({ name: `key_of_${role}`, value: 'key-of-brain' })));
});
