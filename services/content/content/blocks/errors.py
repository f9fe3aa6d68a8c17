from kit.errors import NotFound


class BranchNotFound(NotFound):
    code = "branch_not_found"
