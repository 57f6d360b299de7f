import { expect, test } from 'vitest';
import { whyNotAsked } from './auth-fetch.ts';

const [far, here] = ['https://docs.example.org/mcp', 'http://127.0.0.1:8080/mcp'];

test.each([
  [far, 'https://login.example.org/token'],
  [far, 'https://93.184.216.34/token'],
  [here, 'http://127.0.0.1:9/token'],
  [here, 'http://localhost:9/token'],
  [here, 'https://login.example.org/token'],
  ['https://10.0.0.5/mcp', 'https://10.0.0.6/token'],
])('the server %s may name %s', (server, address) => {
  expect(whyNotAsked(address, server)).toBeUndefined();
});

test.each([
  [far, 'http://login.example.org/token', 'unencrypted'],
  [far, 'http://127.0.0.1/token', 'only this machine or its network'],
  [far, 'https://localhost/token', 'only this machine or its network'],
  [far, 'https://169.254.169.254/latest', 'only this machine or its network'],
  [far, 'https://[::1]/token', 'only this machine or its network'],
  [far, 'https://192.168.1.1/token', 'only this machine or its network'],
  [here, 'https://192.168.1.1/token', 'only this machine or its network'],
  ['http://10.0.0.5/mcp', 'http://10.0.0.5/token', 'unencrypted'],
  [far, 'file:///etc/passwd', 'not a web address'],
  [far, 'javascript:alert(1)', 'not a web address'],
  [far, 'no address', 'not a web address'],
])('the server %s may not name %s', (server, address, why) => {
  expect(whyNotAsked(address, server)).toContain(why);
});
