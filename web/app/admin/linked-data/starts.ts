/** What a new item can begin with: the usual types, filled in from each page as far as it says. */
import { t } from '@lingui/core/macro';

interface Start {
  label: string;
  data: object;
}

const DESCRIPTION = '{{page.description}}';
const OF_PRODUCT = '{{product.description}}';
const SCHEMA = { '@context': 'https://schema.org' };
const organization = {
  '@type': 'Organization',
  name: '{{site.name}}',
  url: '{{site.url}}',
  logo: '{{site.logo}}',
};

export const STARTS = {
  Organization: {
    label: t`Organization`,
    data: { ...SCHEMA, ...organization, description: '', email: '', telephone: '', sameAs: [] },
  },
  LocalBusiness: {
    label: t`Local business`,
    data: {
      ...SCHEMA,
      ...organization,
      '@type': 'LocalBusiness',
      image: '{{page.image}}',
      telephone: '',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '',
        postalCode: '',
        addressLocality: '',
        addressCountry: '',
      },
      openingHours: [],
    },
  },
  Article: {
    label: t`Article`,
    data: {
      ...SCHEMA,
      '@type': 'Article',
      headline: '{{page.title}}',
      description: DESCRIPTION,
      image: ['{{page.image}}'],
      url: '{{page.url}}',
      author: { '@type': 'Person', name: '{{page.author}}' },
      datePublished: '{{page.publishedAt}}',
      dateModified: '{{page.updatedAt}}',
      inLanguage: '{{site.language}}',
      publisher: organization,
    },
  },
  Product: {
    label: t`Product`,
    data: {
      ...SCHEMA,
      '@type': 'Product',
      name: '{{product.name}}',
      description: OF_PRODUCT,
      image: '{{product.images}}',
      url: '{{page.url}}',
      brand: { '@type': 'Brand', name: '{{product.brand}}' },
      offers: '{{product.offers}}',
    },
  },
  FAQPage: {
    label: t`FAQ page`,
    data: {
      ...SCHEMA,
      '@type': 'FAQPage',
      url: '{{page.url}}',
      mainEntity: '{{page.questions}}',
    },
  },
  BreadcrumbList: {
    label: t`Breadcrumb`,
    data: {
      ...SCHEMA,
      '@type': 'BreadcrumbList',
      itemListElement: '{{page.breadcrumb}}',
    },
  },
} satisfies Record<string, Start>;

export type StartName = keyof typeof STARTS;

export const textOf = (name: StartName): string => JSON.stringify(STARTS[name].data, null, 2);
