import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codexEndpoint } from './codex-config.ts';

test.each([
  ['a model of OpenAI', 'model = "gpt-5.4"\nmodel_reasoning_effort = "high"\n', { provider: 'openai', model: 'gpt-5.4' }],
  [
    'a server of its own',
    'model = "glm-5" # large\nmodel_provider = "gpu"\n\n[model_providers.gpu]\nname = "GPU"\nbase_url = "http://gpu:8000/v1"\nenv_key = \'GPU_KEY\'\n',
    { model: 'glm-5', base_url: 'http://gpu:8000/v1', key_env: 'GPU_KEY' },
  ],
  [
    'a server whose name is quoted, without a key',
    'model_provider = "my gpu"\nmodel = "x"\n[model_providers."my gpu"]\nbase_url = "http://gpu:8000"\n',
    undefined, // a name with a space is not read
  ],
  ['a local model', 'model_provider = "oss"\nmodel = "gpt-oss:20b"\n', { provider: 'ollama', model: 'gpt-oss:20b' }],
  ['a profile', '[profiles.fast]\nmodel = "x"\n', undefined],
  ['a provider that is not described', 'model = "x"\nmodel_provider = "azure"\n', undefined],
  ['an address that is none', 'model = "x"\nmodel_provider = "a"\n[model_providers.a]\nbase_url = "ftp://a"\n', undefined],
  ['no model', 'model_provider = "openai"\n', undefined],
  ['nothing', '', undefined],
])('%s', (_, text, expected) => {
  expect(codexEndpoint(text)).toEqual(expected);
});

test('whatever the file holds, it is read quickly and nothing is thrown', () => {
  fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => void codexEndpoint(text)));
  expect(codexEndpoint('__proto__ = "x"\nconstructor = "y"\nmodel = "z"\n')).toEqual({ provider: 'openai', model: 'z' });
  expect(codexEndpoint(`model = "${'x'.repeat(1_000_000)}"`)).toBeUndefined();
});
