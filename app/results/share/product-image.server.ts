import type { Context } from 'hono';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { siteUrl } from '#app/config.ts';
import { site } from '#app/site.ts';
import { answerPicture } from './picture-answer.server.ts';
import { productCard } from './product-card.ts';
import { DEFAULT_SHARE_RATIO, productFileName } from './share-address.ts';

/** Where it is mounted: beside the page that it is the picture of. */
export const PRODUCT_IMAGE_PATH = '/product/:id/funding.png';

/** Answers with the picture of a product to fund, drawn from where it stands now. */
export async function answerProductImage(c: Context): Promise<Response> {
  return answerPicture(c, async () => {
    const id = c.req.param('id') ?? '';
    const product = /^\d{1,10}$/.test(id) ? await findProduct(Number(id)) : undefined;
    if (!product) return undefined;
    const address = `${siteUrl()}/product/${product.id}`;
    return {
      card: productCard(product, { siteName: site.name, address }),
      ratio: DEFAULT_SHARE_RATIO,
      fileName: productFileName(product.name),
    };
  });
}
