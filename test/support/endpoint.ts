/** An endpoint with only the fields that a test is about. */
import type { Endpoint } from '../../src/models/endpoints/endpoint.ts';

export const endpointAt = (base_url: string, model: string): Endpoint => ({
  protocol: 'openai',
  base_url,
  model,
  api_key: undefined,
  max_output_tokens: 1,
  timeout_ms: 1,
});
