import type { Product } from '#app/catalogue/product-schema.ts';

/** A product that is being funded, as pages are given it. */
export const oatRings: Product = {
  id: 1004,
  name: 'Oat Rings',
  brand: 'Millhouse',
  category: 'Breakfast',
  image_url: null,
  product_url: null,
  serving_size_g: 40,
  serving_size_unit: '1 cup',
  testing_status: 'Untested',
  test_ended_on: null,
  current_amount: 340,
  reserved_amount: 0,
  target_amount: 1275,
  levels: 3,
  level: 0,
  contributor_count: 1,
  removed_reason: null,
  awaits_review: false,
};
