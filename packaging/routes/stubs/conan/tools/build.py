def check_min_cppstd(recipe, least):
    assert int(recipe.settings["compiler.cppstd"]) >= least


def can_run(recipe):
    return True
