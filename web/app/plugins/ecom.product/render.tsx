import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSpeech } from '#words/react.tsx';
import { useFormats } from '#words/use-formats.ts';
import type { FieldsOf, ViewProps } from '../contract.ts';
import { isDrawn, Picture } from '../images/picture.tsx';
import { Prose } from '../images/prose.tsx';
import { firstChoice, fitting, isSoldOut, type Option, type Product, type Variant } from '../shop/product.ts';
import { Was } from '../shop/was.tsx';
import { factsOf, imageKey, type ShownVariant } from './facts.ts';
import type manifest from './manifest.ts';

export type ProductFields = FieldsOf<typeof manifest>;
export interface ProductData {
  /** Null for one that is not published, or never was. */
  product: Product | null;
}
type View = ViewProps<ProductFields, ProductData>;

export default function ProductView(props: View): ReactNode {
  const { words } = useSpeech();
  const { fields, data, isForEditor, hasOtherTitle } = props;
  const product = data?.product;
  if (!product) {
    if (data === undefined || (isForEditor && !fields.product)) return isForEditor ? <NothingYet /> : null;
    return (
      <p {...words}>
        <Trans>This product is not available.</Trans>
      </p>
    );
  }
  // A page has one heading of its own, whatever its products are set up as.
  const Name = fields.heading === 'h2' || hasOtherTitle ? 'h2' : 'h1';
  return (
    <article className="pw-product">
      <Images product={product} view={props} />
      <div className="pw-product-facts">
        {product.brand && <p className="pw-product-brand">{product.brand}</p>}
        <Name>{product.name}</Name>
        {product.summary && <p className="pw-product-summary">{product.summary}</p>}
        <Choosing product={product} view={props} />
      </div>
      {fields.showDescription !== false && product.description && (
        <div className="pw-product-description">
          <Prose html={product.description} view={props} isFirst={false} />
        </div>
      )}
    </article>
  );
}

function NothingYet(): ReactNode {
  return (
    <p className="pw-unknown">
      <Trans>
        The product that the page’s address names is shown here. Choose one in the settings to show always
        that one.
      </Trans>
    </p>
  );
}

const THUMBNAIL = { name: 'product-thumbnail', of: () => 80 };
const HALF = { name: 'product', of: (width: number) => (width < 720 ? width : width / 2) };

/** All images one beside another, to be scrolled; small ones below them lead to each. */
function Images({ product, view }: { product: Product; view: View }): ReactNode {
  const { t } = useLingui();
  const { words, content } = useSpeech();
  const own = product.variants.flatMap(({ image }) => (image ? [image] : []));
  const all = [...product.images, ...own].filter((image) => isDrawn(image, view));
  const images = all.filter(
    (image, index) => all.findIndex((other) => imageKey(other) === imageKey(image)) === index,
  );
  if (images.length === 0) return <div className="pw-product-images pw-no-picture" data-empty />;
  return (
    <div className="pw-product-images">
      <ul
        className="pw-product-track"
        aria-label={t`Images`}
        lang={words.lang}
        tabIndex={images.length > 1 ? 0 : undefined}
      >
        {images.map((image, index) => (
          <li
            key={imageKey(image)}
            id={`${view.id}-${index + 1}`}
            data-image={imageKey(image)}
            lang={content.lang}
          >
            <Picture image={image} view={view} part={HALF} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ul className="pw-product-thumbnails">
          {images.map((image, index) => (
            <li key={imageKey(image)}>
              <a href={`#${view.id}-${index + 1}`} aria-label={t`Image ${index + 1}`} lang={words.lang}>
                <Picture image={{ ...image, alt: '' }} view={view} part={THUMBNAIL} isFirst={false} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Price, options and the button. What is shown first is what may be chosen; script.ts goes on from there. */
function Choosing({ product, view }: { product: Product; view: View }): ReactNode {
  const { i18n, t } = useLingui();
  const { words } = useSpeech();
  const formats = useFormats();
  const { options, variants } = product;
  const facts = factsOf(product, formats, i18n);
  const first = firstChoice(options, variants);
  const shown = fitting(variants, first);
  const only = shown.length === 1 ? facts.find(({ id }) => id === shown[0]?.id) : undefined;
  if (variants.length === 0) {
    return (
      <p {...words}>
        <Trans>This product is not available at the moment.</Trans>
      </p>
    );
  }
  return (
    <form
      className="pw-product-form"
      data-product={JSON.stringify({ options, variants: facts })}
      data-name={product.name}
      data-code={product.code ?? undefined}
      data-currency={product.currency}
      data-out={t`sold out`}
      {...words}
    >
      <Price product={product} shown={shown} only={only} />
      {options.map((option) => (
        <Choices
          key={option.name}
          id={view.id}
          option={option}
          value={first[option.name]}
          isSoldOut={(value) => isSoldOut(variants, first, option.name, value)}
        />
      ))}
      <p className="pw-product-stock" data-availability={only?.availability} aria-live="polite">
        {only?.stock}
      </p>
      {view.fields.showSku && (
        <p className="pw-product-sku">
          <Trans>
            Article number <span data-sku>{only?.sku ?? '–'}</span>
          </Trans>
        </p>
      )}
      <div className="pw-product-buy" data-waiting>
        <label>
          <span>{t`Quantity`}</span>
          <input
            type="number"
            name="quantity"
            inputMode="numeric"
            required
            min={1}
            step={1}
            defaultValue={1}
          />
        </label>
        <button type="submit" data-out={t`This is sold out.`}>
          {t`Add to basket`}
        </button>
      </div>
      <p
        className="pw-product-said"
        role="status"
        data-added={t`In your basket:`}
        data-most={t`No more are available.`}
        data-full={t`Your basket is full.`}
      />
      {view.fields.basketPage && (
        <a className="pw-product-basket" href={view.fields.basketPage} hidden>
          {t`View basket`}
        </a>
      )}
      <noscript>
        <p>{t`Turn on JavaScript to add it to the basket.`}</p>
      </noscript>
    </form>
  );
}

interface PriceProps {
  product: Product;
  /** The variants that may be meant. */
  shown: readonly Variant[];
  only: ShownVariant | undefined;
}

function Price({ product, shown, only }: PriceProps): ReactNode {
  const { t } = useLingui();
  const { money } = useFormats();
  const least = Math.min(...shown.map(({ price }) => price));
  const isFrom = shown.some(({ price }) => price !== least);
  const amount = money(least, product.currency);
  return (
    <p className="pw-product-price" aria-live="polite">
      <strong data-price>{only?.priceText ?? (isFrom ? t`From ${amount}` : amount)}</strong>{' '}
      <Was amount={only?.wasText ?? ''} isHidden={!only?.wasText} />{' '}
      {product.includesTax !== null && <small>{product.includesTax ? t`including tax` : t`plus tax`}</small>}
    </p>
  );
}

interface ChoicesProps {
  id: string;
  option: Option;
  value: string | undefined;
  isSoldOut: (value: string) => boolean;
}

function Choices({ id, option, value, isSoldOut }: ChoicesProps): ReactNode {
  const { t } = useLingui();
  const { name } = option;
  return (
    <fieldset data-option={name} data-choose={t`Please choose first: ${name}`}>
      <legend>{name}</legend>
      <div>
        {option.values.map((each) => (
          <label key={each} data-out={isSoldOut(each) || undefined}>
            <input type="radio" name={`${id}-${name}`} value={each} defaultChecked={each === value} />
            <span>
              {each} <small>{isSoldOut(each) && t`sold out`}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
