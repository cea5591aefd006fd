// Reads pairs of scripts from standard input and tells the names of those whose two forms are not the same program.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const ts = createRequire(import.meta.url)(process.argv[2]);

/** What a script says, whatever its white space and comments: every node's kind, and the text of those without parts. */
function said(text) {
  const told = [];
  const visit = (node) => {
    const before = told.push(node.kind);
    ts.forEachChild(node, visit);
    if (told.length === before) told.push(node.rawText ?? node.text ?? "");
  };
  const source = ts.createSourceFile("a.js", text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS);
  if (source.parseDiagnostics.length) return `${source.parseDiagnostics[0].messageText}`;
  visit(source);
  return JSON.stringify(told);
}

const pairs = JSON.parse(readFileSync(0, "utf8"));
const others = Object.keys(pairs).filter((name) => said(pairs[name][0]) !== said(pairs[name][1]));
process.stdout.write(JSON.stringify(others));
