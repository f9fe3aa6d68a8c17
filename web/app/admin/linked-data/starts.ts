/** What a new item can begin with: the usual types, filled in from each page as far as it says. */
import { t } from '@lingui/core/macro';

interface Start {
  label: string;
  data: object;
}

const DESCRIPTION = '{{page.description}}';
const SCHEMA = { '@context': 'https://schema.org' };
const organization = { '@type': 'Organization', name: '{{site.name}}', url: '{{site.url}}' };
const offer = {
  '@type': 'Offer',
  price: '19.00',
  priceCurrency: 'EUR',
  availability: 'https://schema.org/InStock',
};

const question = (name: string, text: string) => ({
  '@type': 'Question',
  name,
  acceptedAnswer: { '@type': 'Answer', text },
});

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
      openingHours: ['Mo-Fr 09:00-17:00'],
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
      name: '{{page.title}}',
      description: DESCRIPTION,
      image: ['{{page.image}}'],
      url: '{{page.url}}',
      brand: { '@type': 'Brand', name: '{{site.name}}' },
      offers: offer,
    },
  },
  FAQPage: {
    label: t`FAQ page`,
    data: {
      ...SCHEMA,
      '@type': 'FAQPage',
      url: '{{page.url}}',
      mainEntity: [
        question(t`A question that people ask?`, t`The answer to it.`),
        question(t`Another question?`, t`And its answer.`),
      ],
    },
  },
  BreadcrumbList: {
    label: t`Breadcrumb`,
    data: {
      ...SCHEMA,
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: '{{site.name}}', item: '{{site.url}}' },
        { '@type': 'ListItem', position: 2, name: '{{page.title}}', item: '{{page.url}}' },
      ],
    },
  },
} satisfies Record<string, Start>;

export type StartName = keyof typeof STARTS;

export const textOf = (name: StartName): string => JSON.stringify(STARTS[name].data, null, 2);
