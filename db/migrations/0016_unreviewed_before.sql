-- What visitors have added so far: products of the starter catalogue have codes below 2001. Those
-- that an administrator has changed, hidden, shown, given a photo or had tested were looked at.
update products p set unreviewed_since = created_at
where id >= 2001 and not is_demo and removed_at is null and testing_begun_at is null
  and exists (select from product_submissions s where s.product_id = p.id)
  and not exists (
    select from admin_actions a
    where a.subject = 'product ' || p.id and a.action <> 'receive-product'
  );
