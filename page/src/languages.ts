// How programs and specs are coloured, in editors and on the pages of the documentation.
import { HighlightStyle, StreamLanguage, type StreamParser } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const PROLOG: StreamParser<{ comment: boolean }> = {
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment) {
      state.comment = !stream.match(/.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("%")) return stream.skipToEnd(), "comment";
    if (stream.match("/*")) return (state.comment = true), "comment";
    if (stream.match(/^(\d+\/\d+|\d*\.?\d+(e-?\d+)?)(?=\s*::)/)) return "number";
    if (stream.match(/^\d+(\.\d+)?/)) return null;
    if (stream.match("\\+")) return "invalid";
    if (stream.match(/^(:-|::|;|->|[=<>\\@]+)/)) return "operator";
    if (stream.match(/^'([^'\\]|\\.)*'?/)) return null;
    if (stream.match(/^[A-Z_]\w*/)) return "variableName";
    if (stream.match(/^(query|evidence)(?=\()/)) return "keyword";
    if (stream.match(/^[a-z]\w*/)) return null;
    stream.next();
    return null;
  },
};

const TOML: StreamParser<unknown> = {
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match("#")) return stream.skipToEnd(), "comment";
    if (stream.sol() && stream.match(/^\[.*\]/)) return "keyword";
    if (stream.match(/^[\w-]+(?=\s*=)/)) return "keyword";
    if (stream.match(/^"([^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) return null;
    if (stream.match(/^(true|false)\b/)) return "number";
    if (stream.match(/^[-+]?\d[\d_.eE]*/)) return "number";
    stream.next();
    return null;
  },
};

export const COLOURS = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.invalid, class: "tok-negation" },
  { tag: tags.operator, class: "tok-operator" },
  { tag: tags.variableName, class: "tok-variable" },
  { tag: tags.keyword, class: "tok-keyword" },
]);

export const LANGUAGES = {
  prolog: StreamLanguage.define(PROLOG as StreamParser<unknown>),
  toml: StreamLanguage.define(TOML),
};
