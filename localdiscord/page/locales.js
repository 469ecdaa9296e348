// The languages that Discord knows, by their own names.

export const LOCALES = [
  ["en-US", "English, US"], ["en-GB", "English, UK"], ["de", "Deutsch"], ["fr", "Français"], ["es-ES", "Español"],
  ["es-419", "Español, LATAM"], ["it", "Italiano"], ["nl", "Nederlands"], ["pl", "Polski"], ["pt-BR", "Português do Brasil"],
  ["da", "Dansk"], ["sv-SE", "Svenska"], ["no", "Norsk"], ["fi", "Suomi"], ["cs", "Čeština"], ["hu", "Magyar"], ["ro", "Română"],
  ["hr", "Hrvatski"], ["lt", "Lietuviškai"], ["bg", "български"], ["ru", "Pусский"], ["uk", "Українська"], ["el", "Ελληνικά"],
  ["tr", "Türkçe"], ["vi", "Tiếng Việt"], ["id", "Bahasa Indonesia"], ["th", "ไทย"], ["hi", "हिन्दी"], ["ja", "日本語"],
  ["ko", "한국어"], ["zh-CN", "中文"], ["zh-TW", "繁體中文"],
];
