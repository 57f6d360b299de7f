import { wordSet } from './word-set.ts';

/** File extensions. A name with any other ending, such as `user.name`, may just as well be code. */
export const extensions = wordSet(
  'js ts tsx jsx mjs cjs mts cts py pyi rb go rs java c h cc cpp hpp cs php sh bash zsh fish ps1 bat md mdx txt rst adoc csv tsv json jsonl ndjson json5 yaml yml toml ini cfg conf config env xml html htm css scss less sql db sqlite log lock png jpg jpeg gif svg webp ico pdf doc docx odt xls xlsx ods ppt pptx zip tar gz tgz bz2 xz zst 7z bin exe dll so o a class jar war wav mp3 mp4 mov avi mkv webm bak tmp temp old new orig patch diff tap out err pem key crt cer map vue svelte kt kts swift scala lua pl r ipynb tex bib ics vcf eml mod sum gradle properties plist dat data parquet proto graphql tf tpl template example sample dist local iso img deb rpm apk ttf woff woff2 pid sock rules service list po',
);
