import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyFormats } from './key-formats.ts';
import { createRedactor } from './redact.ts';

const redact = createRedactor([]);
const mixed = 'AbC0dEf1GhI2jKl3MnO4pQr5StU6vWx7Yz8AbC9dEf0GhI1jKl2MnO3pQr4StU5v'.repeat(4);
const small = 'ab0cd1ef2gh3ij4kl5mn6op7qr8st9uv'.repeat(4);
const large = 'AB0CD1EF2GH3IJ4KL5MN6OP7QR8ST9UV'.repeat(4);
const hex = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'.repeat(6);
const digits = '1029384756'.repeat(4);
const uuid = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
/** Bars keep source scanners from mistaking made-up keys for real ones. */
const made = (text: string): string => text.replaceAll('|', '');

/** For each format, a made-up key and a text that only resembles one. */
const samples: Readonly<Record<string, readonly [key: string, miss: string]>> = {
  'OpenAI, Anthropic, OpenRouter': [`sk-|ant-api03-${mixed.slice(0, 90)}`, 'sk-ant-eater'],
  'OpenAI and compatible services': [`sk-|${mixed.slice(0, 48)}`, 'sk-internationalization'],
  'Google API': [`AI|za${mixed.slice(0, 35)}`, `AIza${mixed.slice(0, 20)}`],
  'Hugging Face': [`hf|_${mixed.slice(0, 34)}`, 'hf_hub_download_with_cache_folder'],
  Groq: [`gs|k_${mixed.slice(0, 52)}`, `gsk_${mixed.slice(0, 20)}`],
  xAI: [`xa|i-${mixed.slice(0, 80)}`, 'xai-models-and-their-prices'],
  Perplexity: [`pp|lx-${mixed.slice(0, 48)}`, 'pplx-api-client-for-node-and-deno'],
  Replicate: [`r8|_${mixed.slice(0, 37)}`, 'r8_short'],
  NVIDIA: [`nv|api-${mixed.slice(0, 64)}`, 'nvapi-client-library'],
  Pinecone: [`pc|sk_${mixed.slice(0, 60)}`, 'pcsk_short'],
  Tavily: [`tv|ly-${mixed.slice(0, 32)}`, 'tvly-client-for-many-more-things'],
  LangSmith: [`lsv|2_pt_${hex.slice(0, 32)}_${hex.slice(0, 10)}`, 'lsv2_pt_short'],
  ElevenLabs: [`s|k_${hex.slice(0, 48)}`, `sk_${hex.slice(0, 20)}`],
  GitHub: [`gh|p_${mixed.slice(0, 36)}`, `ghost_${mixed.slice(0, 36)}`],
  'GitHub fine-grained': [`github|_pat_${mixed.slice(0, 22)}_${mixed.slice(0, 59)}`, 'github_pat_short'],
  GitLab: [`gl|pat-${mixed.slice(0, 20)}`, 'glpat-short'],
  'GitLab runner registration': [`GR13|48941${mixed.slice(0, 20)}`, 'GR1348941'],
  Bitbucket: [`AT|BB${mixed.slice(0, 32)}`, 'ATBB1234'],
  Atlassian: [`AT|ATT3${mixed.slice(0, 100)}=0A1B2C3D`, 'ATATT3short'],
  npm: [`np|m_${mixed.slice(0, 36)}`, 'npm_config_registry_and_a_good_many_other_settings_of_npm'],
  PyPI: [`py|pi-AgEIcHlwaS5vcmc${mixed.slice(0, 80)}`, 'pypi-AgEshort'],
  NATS: [`S|U${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 56)}`, `SU${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.slice(0, 30)}`],
  RubyGems: [`ruby|gems_${hex.slice(0, 48)}`, 'rubygems_version_3_4_and_later_on_this_machine'],
  NuGet: [`oy|2${small.slice(0, 43)}`, `oy2${small.slice(0, 50)}`],
  'crates.io': [`ci|o${mixed.slice(0, 32)}`, `cio${mixed.slice(0, 40)}`],
  Clojars: [`CLO|JARS_${small.slice(0, 60)}`, 'CLOJARS_short'],
  Docker: [`dc|kr_pat_${mixed.slice(0, 27)}`, 'dckr_pat_short'],
  CircleCI: [`CCI|PAT_${mixed.slice(0, 22)}_${hex.slice(0, 40)}`, 'CCIPAT_short_0a1b'],
  Buildkite: [`bk|ua_${hex.slice(0, 40)}`, `bkua_${hex.slice(0, 20)}`],
  SonarQube: [`sq|p_${hex.slice(0, 40)}`, `sqp_${hex.slice(0, 20)}`],
  Artifactory: [`AK|Cp${mixed.slice(0, 69)}`, `AKCp${mixed.slice(0, 40)}`],
  Postman: [`PM|AK-${hex.slice(0, 24)}-${hex.slice(0, 34)}`, `PMAK-${hex.slice(0, 24)}`],
  Sourcegraph: [`sg|p_${hex.slice(0, 40)}`, `sgp_${hex.slice(0, 20)}`],
  'AWS access key id': ['AK|IAIOSFODNN7EXAMPLE', 'AKIA0123456789ABCDEFGHIJKLMNOP'],
  'AWS Bedrock': [`AB|SK${mixed.slice(0, 120)}`, `ABSK${mixed.slice(0, 50)}`],
  'Amazon MWS': [`am|zn.mws.${uuid}`, `amzn.mws.${uuid.slice(0, 20)}`],
  'Google OAuth secret': [`GOC|SPX-${mixed.slice(0, 28)}`, 'GOCSPX-short'],
  'Google OAuth token': [`ya|29.${mixed.slice(0, 60)}`, 'ya29.short'],
  'Google refresh token': [`1|//0${mixed.slice(0, 60)}`, '1//0short'],
  Firebase: [`AA|AA${mixed.slice(0, 7)}:APA91b${mixed.slice(0, 130)}`, `AAAA${mixed.slice(0, 7)}:APA91b`],
  'Azure client secret': [`aB1|8Q~${mixed.slice(0, 34)}`, 'aB18Q~short'],
  DigitalOcean: [`do|p_v1_${hex.slice(0, 64)}`, `dop_v1_${hex.slice(0, 30)}`],
  Heroku: [`HR|KU-${uuid}`, 'HRKU-short'],
  Alibaba: [`LT|AI${mixed.slice(0, 20)}`, 'LTAIabc'],
  Tencent: [`AK|ID${mixed.slice(0, 32)}`, 'AKIDabc'],
  Vercel: [`vc|p_${mixed.slice(0, 56)}`, 'vcp_short'],
  Netlify: [`nf|p_${mixed.slice(0, 40)}`, 'nfp_short'],
  Fly: [`fo|1_${mixed.slice(0, 43)}`, 'fo1_short'],
  Render: [`rn|d_${mixed.slice(0, 32)}`, 'rnd_short'],
  'Cloudflare origin': [`v1|.0-${hex.slice(0, 24)}-${hex.slice(0, 146)}`, `v1.0-${hex.slice(0, 24)}`],
  Cloudflare: [`cf|ut_${mixed.slice(0, 44)}`, 'cfut_short'],
  PlanetScale: [`psc|ale_tkn_${mixed.slice(0, 43)}`, 'pscale_tkn_short'],
  Supabase: [`sb|p_${hex.slice(0, 40)}`, `sbp_${hex.slice(0, 20)}`],
  Neon: [`na|pi_${small.slice(0, 64)}`, 'napi_versions'],
  Databricks: [`da|pi${hex.slice(0, 32)}`, `dapi${hex.slice(0, 40)}`],
  'Terraform Cloud': [`${mixed.slice(0, 14)}.at|lasv1.${mixed.slice(0, 67)}`, `${mixed.slice(0, 14)}.atlasv1.short`],
  Vault: [`hv|s.${mixed.slice(0, 90)}`, 'hvs.short'],
  Doppler: [`dp|.st.prd.${mixed.slice(0, 43)}`, 'dp.st.short'],
  Pulumi: [`pu|l-${hex.slice(0, 40)}`, `pul-${hex.slice(0, 20)}`],
  '1Password service account': [`op|s_eyJ${mixed.slice(0, 200)}`, 'ops_eyJshort'],
  '1Password secret key': ['A3-|AB0CD1-EF2GH3-IJ4KL-5MN6O-P7QR8-ST9UV', 'A3-AB0CD1-EF2GH3'],
  Tailscale: [`ts|key-auth-${mixed.slice(0, 12)}-${mixed.slice(0, 32)}`, 'tskey-auth-short'],
  Slack: [`xo|xb-123456789012-${mixed.slice(0, 24)}`, 'xox-'],
  'Slack app': [`xa|pp-1-${large.slice(0, 11)}-${digits.slice(0, 13)}-${hex.slice(0, 64)}`, 'xapp-1-SHORT'],
  'Slack webhook': [
    `hooks.sl|ack.com/services/${large.slice(0, 9)}/${large.slice(0, 11)}/${mixed.slice(0, 24)}`,
    'hooks.slack.com/services/',
  ],
  Discord: [`M|${mixed.slice(0, 25)}.${mixed.slice(0, 6)}.${mixed.slice(0, 38)}`, `M${mixed.slice(0, 25)}.short.${mixed.slice(0, 10)}`],
  'Discord webhook': [`discord.c|om/api/webhooks/${digits.slice(0, 18)}/${mixed.slice(0, 68)}`, 'discord.com/api/webhooks/123/short'],
  Telegram: [`${digits.slice(0, 10)}:A|A${mixed.slice(0, 33)}`, `${digits.slice(0, 10)}:AAshort`],
  'Teams webhook': [
    `acme.web|hook.office.com/webhookb2/${uuid}@${uuid}/IncomingWebhook/${hex.slice(0, 32)}`,
    'acme.webhook.office.com/webhookb2/',
  ],
  Twilio: [`S|K${hex.slice(0, 32)}`, `SK${hex.slice(0, 40)}`],
  SendGrid: [`S|G.${mixed.slice(0, 22)}.${mixed.slice(0, 43)}`, `SG.${mixed.slice(0, 22)}.short`],
  Mailgun: [`ke|y-${hex.slice(0, 32)}`, `key-${hex.slice(0, 40)}`],
  Mailchimp: [`${hex.slice(0, 32)}-u|s14`, `${hex.slice(0, 32)}-use`],
  Brevo: [`xkey|sib-${hex.slice(0, 64)}-${mixed.slice(0, 16)}`, 'xkeysib-short'],
  Resend: [`r|e_${mixed.slice(0, 8)}_${mixed.slice(0, 24)}`, 're_exported_functions_of_this_module'],
  Stripe: [`s|k_live_${mixed.slice(0, 24)}`, 'sk_live_short'],
  'Webhook secret': [`wh|sec_${mixed.slice(0, 32)}`, 'whsec_short'],
  Shopify: [`sh|pat_${hex.slice(0, 32)}`, `shpat_${hex.slice(0, 20)}`],
  Square: [`sq|0atp-${mixed.slice(0, 22)}`, 'sq0atp-short'],
  'PayPal, Braintree': [`access|_token$production$${small.slice(0, 16)}$${hex.slice(0, 32)}`, 'access_token$production$short'],
  Plaid: [`acc|ess-sandbox-${uuid}`, 'access-sandbox-mode'],
  Razorpay: [`rz|p_live_${mixed.slice(0, 14)}`, 'rzp_live_short'],
  EasyPost: [`EZ|AK${mixed.slice(0, 54)}`, `EZAK${mixed.slice(0, 30)}`],
  Shippo: [`ship|po_live_${hex.slice(0, 40)}`, 'shippo_live_short'],
  Flutterwave: [`FLW|SECK-${hex.slice(0, 32)}-X`, 'FLWSECK-short'],
  Linear: [`li|n_api_${mixed.slice(0, 40)}`, 'lin_api_short'],
  Notion: [`nt|n_${mixed.slice(0, 46)}`, 'ntn_short'],
  Asana: [`1|/${digits.slice(0, 16)}:${hex.slice(0, 32)}`, `1/${digits.slice(0, 16)}:${hex.slice(0, 10)}`],
  Airtable: [`pa|t${mixed.slice(0, 14)}.${hex.slice(0, 64)}`, `pat${mixed.slice(0, 14)}.short`],
  Figma: [`fi|gd_${mixed.slice(0, 44)}`, 'figd_short'],
  HubSpot: [`pa|t-na1-${uuid}`, 'pat-na1-short'],
  Typeform: [`tf|p_${mixed.slice(0, 59)}`, 'tfp_short'],
  Contentful: [`CF|PAT-${mixed.slice(0, 43)}`, 'CFPAT-short'],
  Mapbox: [`s|k.eyJ${mixed.slice(0, 60)}.${mixed.slice(0, 22)}`, 'sk.eyJshort.short'],
  Dropbox: [`s|l.${mixed.slice(0, 130)}`, 'sl.short'],
  Facebook: [`EA|AB${mixed.slice(0, 100)}`, 'EAABshort'],
  Twitter: [`AAAAAAAAAAAA|AAAAAAAA${mixed.slice(1, 60)}`, 'A'.repeat(90)],
  LaunchDarkly: [`sd|k-${uuid}`, 'sdk-short'],
  Datadog: [`DD|AK_${hex.slice(0, 32)}`, 'DDAK_short'],
  Grafana: [`gl|sa_${mixed.slice(0, 32)}_${hex.slice(0, 8)}`, 'glsa_short'],
  'New Relic': [`NR|AK-${large.slice(0, 27)}`, 'NRAK-SHORT'],
  Sentry: [`sn|tryu_${hex.slice(0, 64)}`, 'sntryu_short'],
  Dynatrace: [`dt|0c01.${large.slice(0, 24)}.${large.slice(0, 64)}`, `dt0c01.${large.slice(0, 24)}`],
  'JSON Web Token': [`ey|JhbGciOiJIUzI1NiJ9.ey|JzdWIiOiIxMjM0NTY3ODkwIn0.${mixed.slice(0, 43)}`, 'eyJust.eyJoking.really'],
  age: [`AGE-SEC|RET-KEY-1${large.slice(0, 58)}`, 'AGE-SECRET-KEY-1SHORT'],
};

const rows = Object.entries(samples).map(([name, [key, miss]]) => [name, made(key), miss] as const);

test('every format has a sample, and there are many', () => {
  expect(rows.map(([name]) => name).toSorted()).toEqual(keyFormats.map(([name]) => name).toSorted());
  expect(keyFormats.length).toBeGreaterThan(90);
});

test.each(rows)('a key of %s is redacted, wherever it occurs', (_, key) => {
  expect(redact(key)).toBe('[redacted]');
  expect(redact(`the key "${key}", then`)).toBe('the key "[redacted]", then');
  expect(redact(`KEY=${key}\nNEXT=1`)).toBe('KEY=[redacted]\nNEXT=1');
  expect(redact(JSON.stringify({ a: [key] }))).toBe('{"a":["[redacted]"]}');
});

test.each(rows)('what only resembles a key of %s stays', (_, _key, miss) => {
  expect(redact(miss)).toBe(miss);
  expect(redact(`see ${miss}, there`)).toBe(`see ${miss}, there`);
});

describe('a secret that its name or place gives away is redacted, and what names it stays', () => {
  const word = mixed.slice(0, 24);
  test.each([
    [`aws_secret_access_key = ${mixed.slice(0, 40)}`, 'aws_secret_access_key = '],
    [`"SecretAccessKey": "${mixed.slice(0, 20)}/${mixed.slice(0, 19)}"`, '"SecretAccessKey": "'],
    [`DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${mixed.slice(0, 86)}==;`, 'AccountKey='],
    [`Endpoint=sb://acme;SharedAccessKey=${mixed.slice(0, 43)}=`, 'SharedAccessKey='],
    [`HEROKU_API_KEY=${uuid}`, 'HEROKU_API_KEY='],
    [`api_key: '${hex.slice(0, 32)}'`, "api_key: '"],
    [`--password ${word}`, '--password '],
    [`//mirror.example.org/:_authToken=${uuid}`, '_authToken='],
    [`PrivateKey = ${mixed.slice(0, 43)}=`, 'PrivateKey = '],
    ['Authorization: Basic dXNlcjpodW50ZXIy', 'Authorization: Basic '],
    [`authorization: Bearer ${word}`, 'authorization: Bearer '],
    [`curl -H "Authorization: token ${word}"`, 'Authorization: token '],
    [`Set-Cookie: session=${word}; Path=/`, 'session='],
    ['postgres://ada:l0vel4ce@db.example.org/app', 'postgres://ada:'],
    ['mongodb+srv://ada:l0vel4ce@cluster0.example.org', 'mongodb+srv://ada:'],
    [`https://acme.blob.core.windows.net/x?sv=2024&sig=${mixed.slice(0, 43)}%3D`, 'sig='],
    [
      `PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\n${mixed.slice(0, 64)}\n${mixed.slice(0, 30)}=\nPrivate-MAC: ${hex.slice(0, 64)}`,
      'Private-Lines: 2\n',
    ],
    [`X-Vault-Token: s.${mixed.slice(0, 24)}`, 'X-Vault-Token: '],
  ])('%s', (text, kept) => {
    const shown = String(redact(text));
    expect(shown).toContain(`${kept}[redacted]`);
    expect(redact(shown)).toBe(shown);
  });
});

describe('what is not a secret stays', () => {
  test.each([
    'token: string',
    'const token = await getTokenFrom2ndRequest(request);',
    'password: process.env.DB_PASSWORD_2,',
    'secret = config.services[0].secretName',
    'publicKeyToken of assemblies',
    'max_tokens: 128000, tokens used: 4096',
    '"tokenizer": "cl100k_base_2024_01_with_extras"',
    'API_KEY=<hidden>',
    'API_KEY=your-api-key-here-12',
    'password=changeme',
    'postgres://user:password@localhost/db',
    `https://user:\${PASSWORD}@example.org`,
    'git@github.com:acme/app.git',
    'https://example.org:8080/path@2x.png',
    `sha512-${mixed.slice(0, 86)}==`,
    `"integrity": "sha512-${mixed.slice(0, 86)}=="`,
    `commit ${hex.slice(0, 40)}`,
    `sha256:${hex.slice(0, 64)}`,
    uuid,
    `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${mixed.slice(0, 200)}`,
    `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${mixed.slice(0, 43)} ada@example.org`,
    'credentials: include',
    'the secret of a good life is 1984-2024-style brevity',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text);
  });

  test('in files of a project', () => {
    for (const name of ['package-lock.json', 'package.json', 'README.md', 'src/journal/redact.ts', 'src/tools/shell.ts', 'docs/rules.md']) {
      const text = readFileSync(name, 'utf8');
      expect(redact(text)).toBe(text);
    }
  });
});

test('a key in two pieces of output is redacted once they are one', () => {
  for (const [, key] of rows) {
    for (let at = 0; at <= key.length; at += 7)
      expect(redact([`x ${key.slice(0, at)}`, `${key.slice(at)} y`].join(''))).toBe('x [redacted] y');
  }
});
