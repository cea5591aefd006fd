// Reads fractions from standard input and tells how the page would: with one decimal, and without.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { percent, roughly, share } = await import(pathToFileURL(`${process.argv[2]}/words.js`).href);
const told = JSON.parse(readFileSync(0, "utf8")).map((each) => [percent(each), roughly(share(each))]);
process.stdout.write(JSON.stringify(told));
