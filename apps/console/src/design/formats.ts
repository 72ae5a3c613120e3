/** Keeps what is costly to make and never changes, by its settings. */
function rememberFormats<Options, Format>(
  make: (locale: string, options: Options) => Format,
): (locale: string, options: Options) => Format {
  const formatByKey = new Map<string, Format>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = formatByKey.get(key) ?? make(locale, options);
    formatByKey.set(key, format);
    return format;
  };
}

/** Formats numbers: making a format takes longer than using it a hundred times, and lists use one for each row. */
export const numberFormat = rememberFormats<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (locale, options) => new Intl.NumberFormat(locale, options),
);

/** The same for days and times. */
export const dateFormat = rememberFormats<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (locale, options) => new Intl.DateTimeFormat(locale, options),
);
