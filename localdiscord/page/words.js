// The page's own words in the language of whoever looks. In the code they are English; other languages lie beside this.

import { FRENCH } from "./words_fr.js";
import { GERMAN } from "./words_de.js";
import { ITALIAN } from "./words_it.js";
import { JAPANESE } from "./words_ja.js";
import { SPANISH } from "./words_es.js";

const LANGUAGES = { en: {}, de: GERMAN, es: SPANISH, fr: FRENCH, it: ITALIAN, ja: JAPANESE };
let language = "en";

/** The language that the page has for a locale, such as `de` for `de-AT`; English for those that it doesn't know. */
export function languageFor(locale) {
  const [code] = (locale ?? "").split("-");
  return code in LANGUAGES ? code : "en";
}

/** Speaks the language of a locale from now on; what was written before stays as it is. */
export function speak(locale) {
  language = languageFor(locale);
  document.documentElement.lang = language;
}

/** The language that is spoken. */
export const spoken = () => language;

const translated = (sentence) => LANGUAGES[language][sentence] ?? sentence;

/** A sentence; where it has a name in braces stands the fact of that name. */
export const words = (sentence, facts = {}) => translated(sentence).replace(/\{(\w+)\}/g, (_, name) => facts[name]);

/** A sentence with elements in it, as a list of children. */
export const wordsAround = (sentence, elements) => translated(sentence).split(/\{(\w+)\}/).map((piece, index) => (index % 2 ? elements[piece] : piece));

/** One of two sentences, for one and for many, with the number at `{n}`. */
export const counted = (n, one, many) => words(new Intl.PluralRules(language).select(n) === "one" ? one : many, { n });
