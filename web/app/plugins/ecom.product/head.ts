import type { Image } from '../../fields/image/type.ts';
import type { HeadParts, HeadProps } from '../contract.ts';
import { type SharedImage, sharedImage } from '../images/shared-image.ts';
import { decimal } from '../shop/decimal.ts';
import type { Availability, Product, Variant } from '../shop/product.ts';
import type { ProductData, ProductFields } from './render.tsx';

type Props = HeadProps<ProductFields, ProductData>;

const AVAILABILITY: Readonly<Record<Availability, string>> = {
  in: 'InStock',
  low: 'LimitedAvailability',
  backorder: 'BackOrder',
  out: 'OutOfStock',
};

/**
 * The page's product for search engines: the one that its address names, or else its first. A page of the address's product
 * that there is none of is not to be found.
 */
export default function head(instances: Props[]): HeadParts {
  const named = instances.find(({ fields, data }) => !fields.product && data?.product);
  const first = named ?? instances[0];
  const product = first?.data?.product;
  if (!first || !product) return first?.data && !first.fields.product ? { noIndex: true } : {};
  const title = product.seoTitle || (named && product.name);
  const images = product.images.flatMap((image) => shared(image, first) ?? []);
  const description = product.seoDescription || product.summary;
  return {
    // Of several products, or of one that stands on many pages, none is what the page is about.
    ...(title && (named || (instances.length === 1 && first.isOwn)) && { title }),
    ...(named && { isOfAddress: true }),
    ...(description && { description }),
    ...(images[0] && { image: images[0].address, imageDimensions: images[0].dimensions }),
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      ...(description && { description }),
      ...(product.brand && { brand: { '@type': 'Brand', name: product.brand } }),
      ...(images.length > 0 && { image: images.map(({ address }) => first.absolute(address)) }),
      offers: product.variants.map((variant) => offer(variant, product, first)),
    },
  };
}

function offer(
  { sku, gtin, price, availability }: Variant,
  { currency }: Product,
  { absolute, page, query }: Props,
) {
  const named =
    query.product === undefined ? '' : `?${new URLSearchParams({ product: String(query.product) })}`;
  return {
    '@type': 'Offer',
    sku,
    ...(gtin && { gtin }),
    price: decimal(price, currency),
    priceCurrency: currency,
    availability: `https://schema.org/${AVAILABILITY[availability]}`,
    url: absolute(page.url + named),
  };
}

function shared(image: Image, { files }: Props): SharedImage | undefined {
  const file = files['file' in image ? image.file : image.address];
  if (file) return sharedImage(file, 'xl', 'file' in image ? image : {});
  return 'address' in image ? { address: image.address } : undefined;
}
