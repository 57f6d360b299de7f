/** Where the answers of the demo's models are. The package has this module as deep as the source. */
export const demoCassette = (name: string): URL => new URL(`../../demo/${name}.jsonl`, import.meta.url);
