const IMAGE = /<img\b[^>]*? src="((?:https?:\/)?\/[^"]+)"/;

/** The address of the first image in sanitised rich text. */
export function firstImage(html: string): string | undefined {
  return IMAGE.exec(html)?.[1]?.replaceAll('&amp;', '&');
}
